// swift-tools-version: 6.2
import PackageDescription

// libFuzzer targets. A package of its own: they link only with the fuzzer's runtime, which `scripts/fuzz` brings.
let package = Package(
    name: "fuzz",
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [
        .library(name: "FuzzJSON", type: .static, targets: ["FuzzJSON"]),
        .library(name: "FuzzText", type: .static, targets: ["FuzzText"]),
        .library(name: "FuzzPolicy", type: .static, targets: ["FuzzPolicy"]),
    ],
    dependencies: [.package(name: "telemetry", path: "../")],
    targets: [
        .target(name: "FuzzSupport", dependencies: [.product(name: "Sanitizer", package: "telemetry")]),
        .target(name: "FuzzJSON", dependencies: ["FuzzSupport", .product(name: "Sanitizer", package: "telemetry")]),
        .target(name: "FuzzText", dependencies: ["FuzzSupport", .product(name: "Sanitizer", package: "telemetry")]),
        .target(name: "FuzzPolicy", dependencies: ["FuzzSupport", .product(name: "Sanitizer", package: "telemetry")]),
    ],
    swiftLanguageModes: [.v6]
)
