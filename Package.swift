// swift-tools-version: 6.2
import PackageDescription

// The platform floor (docs/DECISIONS.md, 3): the checkout SDKs that link the reporter support iOS 16 and tools 6.2.
// Arrows between modules point down only; scripts/lint checks them against docs/ARCHITECTURE.md.
let package = Package(
    name: "telemetry",
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [
        .library(name: "Sanitizer", targets: ["Sanitizer"]),
        .library(name: "TelemetryEnvelope", targets: ["TelemetryEnvelope"]),
        .library(name: "TelemetryWire", targets: ["TelemetryWire"]),
        .library(name: "TelemetryGzip", targets: ["TelemetryGzip"]),
        .library(name: "TelemetryDelivery", targets: ["TelemetryDelivery"]),
        .library(name: "TelemetryCurl", targets: ["TelemetryCurl"]),
        .library(name: "Telemetry", targets: ["Telemetry"]),
        .library(name: "CheckoutTelemetry", targets: ["CheckoutTelemetry"]),
        .library(name: "TelemetryURLSession", targets: ["TelemetryURLSession"]),
        .library(name: "TelemetryTesting", targets: ["TelemetryTesting"]),
        // What C programs link is made of it by scripts/build-c.
        .library(name: "TelemetryC", type: .static, targets: ["TelemetryC"]),
        .executable(name: "telemetry-relay", targets: ["telemetry-relay"]),
    ],
    targets: [
        .systemLibrary(name: "CTelemetry"),
        .systemLibrary(name: "CTelemetryAtomics"),
        .systemLibrary(name: "CTelemetryZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CTelemetryCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CTelemetrySQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CTelemetryMHD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CTelemetryCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CTelemetryBrotli", pkgConfig: "libbrotlidec", providers: [.apt(["libbrotli-dev"])]),

        .target(name: "Sanitizer"),
        .target(name: "TelemetryEnvelope", dependencies: ["Sanitizer"]),
        // The checkout vocabulary on top: a host that links Telemetry alone does not pay for its words.
        .target(name: "TelemetryWire", dependencies: ["TelemetryEnvelope"]),
        .target(name: "TelemetryGzip", dependencies: ["Sanitizer", "CTelemetryZlib"]),
        .target(name: "TelemetryDelivery", dependencies: ["TelemetryEnvelope", "TelemetryGzip", "CTelemetryAtomics"]),
        .target(name: "TelemetryCurl", dependencies: ["TelemetryDelivery", "CTelemetryCurl"]),
        .target(name: "Telemetry", dependencies: ["TelemetryDelivery"]),
        .target(name: "CheckoutTelemetry", dependencies: ["Telemetry", "TelemetryWire"]),
        .target(name: "TelemetryURLSession", dependencies: ["Telemetry"]),
        .target(name: "TelemetryTesting", dependencies: ["Telemetry"]),
        .target(
            name: "TelemetryC",
            dependencies: [
                "CTelemetry", "Telemetry",
                .target(name: "TelemetryCurl", condition: .when(platforms: [.linux, .macOS])),
                .target(name: "TelemetryURLSession", condition: .when(platforms: [.iOS])),
            ]
        ),
        .target(
            name: "RelayCore",
            dependencies: [
                "TelemetryWire", "TelemetryGzip", "TelemetryDelivery", "TelemetryCurl",
                "CTelemetrySQLite", "CTelemetryMHD", "CTelemetryCrypto", "CTelemetryBrotli",
            ]
        ),
        .target(name: "RelaySend", dependencies: ["RelayCore", "Telemetry", "TelemetryCurl"]),
        .executableTarget(name: "telemetry-relay", dependencies: ["RelayCore", "RelaySend"]),

        // A host for the acceptance scripts; no product. It uses libcurl beside the reporter, as hosts do.
        .executableTarget(
            name: "host-driver",
            dependencies: ["Telemetry", "TelemetryCurl", "CTelemetryCurl", "TelemetryTestSupport"],
            path: "Tests/HostDriver"
        ),

        // What several test targets and the host need; no product.
        .target(
            name: "TelemetryTestSupport",
            dependencies: ["TelemetryDelivery", "TelemetryGzip"],
            path: "Tests/TelemetryTestSupport"
        ),

        .testTarget(name: "SanitizerTests", dependencies: ["Sanitizer"]),
        .testTarget(name: "TelemetryWireTests", dependencies: ["TelemetryWire"]),
        .testTarget(name: "TelemetryGzipTests", dependencies: ["TelemetryGzip"]),
        .testTarget(name: "TelemetryDeliveryTests", dependencies: ["TelemetryDelivery", "TelemetryTesting"]),
        .testTarget(
            name: "TelemetryTests",
            dependencies: [
                "Telemetry", "TelemetryCurl", "TelemetryGzip", "TelemetryTesting", "TelemetryTestSupport",
            ]
        ),
        .testTarget(
            name: "CheckoutTelemetryTests",
            dependencies: ["CheckoutTelemetry", "TelemetryCurl", "TelemetryTesting", "TelemetryTestSupport"]
        ),
        .testTarget(name: "TelemetryTestingTests", dependencies: ["TelemetryTesting"]),
        .testTarget(name: "TelemetryCTests", dependencies: ["TelemetryC"]),
        .testTarget(
            name: "TelemetryURLSessionTests",
            dependencies: ["TelemetryURLSession", "TelemetryTesting", "TelemetryTestSupport"]
        ),
        .testTarget(name: "RelayCoreTests", dependencies: ["RelayCore"]),
        .testTarget(
            name: "RelaySendTests",
            dependencies: ["RelaySend", "TelemetryDelivery", "TelemetryTesting", "TelemetryWire"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// Shared settings. Warnings are errors, and every use of a raw pointer is marked `unsafe` at the place of use.
for target in package.targets where target.type == .regular || target.type == .executable || target.type == .test {
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),  // SE-0335
        .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
        .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
        .treatAllWarnings(as: .error),  // SE-0480
        .treatWarning("DeprecatedDeclaration", as: .warning),
    ]
    if target.type != .test, !["host-driver", "TelemetryTestSupport"].contains(target.name) {
        target.swiftSettings?.append(.strictMemorySafety())  // SE-0458
        target.swiftSettings?.append(.enableExperimentalFeature("Lifetimes"))  // spans returned by their owners
    }
}
