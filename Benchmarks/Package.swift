// swift-tools-version: 6.2
import PackageDescription

// Benchmarks see what every user sees, and `@_spi(Benchmarking)` where that is not enough.
let package = Package(
    name: "benchmarks",
    platforms: [.iOS(.v16), .macOS(.v13)],
    dependencies: [.package(name: "telemetry", path: "../")],
    targets: [
        .target(name: "CBenchmarkHooks"),
        .executableTarget(
            name: "bench",
            dependencies: ["CBenchmarkHooks", .product(name: "Sanitizer", package: "telemetry")]
        ),
        .executableTarget(
            name: "reporter",
            dependencies: [
                "CBenchmarkHooks",
                .product(name: "Telemetry", package: "telemetry"),
                .product(name: "CheckoutTelemetry", package: "telemetry"),
                .product(name: "TelemetryDelivery", package: "telemetry"),
                .product(name: "TelemetryCurl", package: "telemetry"),
                .product(name: "TelemetryTesting", package: "telemetry"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
