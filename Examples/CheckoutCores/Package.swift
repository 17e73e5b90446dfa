// swift-tools-version: 6.2
import PackageDescription

// Four headless checkout cores and a simulation that drives them. They see what every SDK sees: the products.
let telemetry: Target.Dependency = .product(name: "CheckoutTelemetry", package: "telemetry")
let package = Package(
    name: "checkout-cores",
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [
        .library(name: "GlomoCore", targets: ["GlomoCore"]),
        .library(name: "QasimhaCore", targets: ["QasimhaCore"]),
        .library(name: "InttegroCore", targets: ["InttegroCore"]),
        .library(name: "DodoCore", targets: ["DodoCore"]),
        .executable(name: "checkout-sim", targets: ["checkout-sim"]),
    ],
    dependencies: [.package(name: "telemetry", path: "../..")],
    targets: [
        // What stands in for the platform: time that is stepped, and addresses.
        .target(
            name: "HeadlessSupport",
            dependencies: [
                telemetry, .product(name: "TelemetryDelivery", package: "telemetry"),
                .product(name: "TelemetryTesting", package: "telemetry"),
            ]
        ),
        .target(name: "GlomoCore", dependencies: ["HeadlessSupport", telemetry]),
        .target(name: "QasimhaCore", dependencies: ["HeadlessSupport", telemetry]),
        .target(name: "InttegroCore", dependencies: ["HeadlessSupport", telemetry]),
        .target(name: "DodoCore", dependencies: ["HeadlessSupport", telemetry]),
        // The simulated day, and the model of what has to come of it.
        .target(
            name: "Simulation",
            dependencies: ["GlomoCore", "QasimhaCore", "InttegroCore", "DodoCore", "HeadlessSupport", telemetry]
        ),
        // What cores have held, given to them again.
        .target(
            name: "Replay",
            dependencies: [
                "GlomoCore", "QasimhaCore", "InttegroCore", "DodoCore", "HeadlessSupport", telemetry,
                .product(name: "TelemetryTesting", package: "telemetry"),
            ]
        ),
        .executableTarget(
            name: "checkout-sim",
            dependencies: ["Simulation", "Replay", telemetry, .product(name: "TelemetryCurl", package: "telemetry")]
        ),
        .testTarget(
            name: "CoreTests",
            dependencies: ["GlomoCore", "QasimhaCore", "InttegroCore", "DodoCore", "HeadlessSupport", telemetry]
        ),
        .testTarget(name: "SimulationTests", dependencies: ["Simulation", "Replay", telemetry]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
        .treatWarning("DeprecatedDeclaration", as: .warning),
    ]
}
