#!/usr/bin/env bash
# A package of its own, with the manifest version of the checkout SDKs, depends on this one by path, links Telemetry
# alone, builds, and runs in memory mode. The binary must not need curl, SQLite or microhttpd. The examples of the README
# and of the documentation's articles are built beside it as they stand there, and run where they need no server.
#
# Built for release with the flags of Examples/small.toolset.json, and stripped, the program may be at most 1.5 MB larger
# than the same program without the reporter. Swift's runtime is linked dynamically in both, so it is in neither.
#
#   Tests/acceptance/scratch_package.sh [ROOT] [--plain]      --plain: with SwiftPM's own flags; the growth is told, not judged
set -euo pipefail
root=$(cd "${1:-$(dirname "$0")/../..}" && pwd)
flags=(-c release --toolset "$root/Examples/small.toolset.json") limit=1500000
[ "${2:-}" = --plain ] && flags=(-c release) limit=
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/host/Sources/host" "$work/host/Sources/readme" "$work/host/Sources/bare"
sed -n '/^```swift$/,/^```$/p' "$root/README.md" | grep -v '^```' >"$work/host/Sources/readme/main.swift"
articles=(FiveMinutes PrivacyReview TestingAHost LinkingACore Glomo Qasimha Inttegro Dodo)
for article in "${articles[@]}"; do
    mkdir -p "$work/host/Sources/$article"
    sed -n '/^```swift$/,/^```$/p' "$root"/Sources/*/*.docc/"$article.md" | grep -v '^```' \
        >"$work/host/Sources/$article/main.swift"
done
for example in readme "${articles[@]}"; do
    [ -s "$work/host/Sources/$example/main.swift" ] || { echo "scratch package: no example for $example" >&2; exit 1; }
done
# The identity of a package by path is the name of its folder, which a clone may choose freely.
cat >"$work/host/Package.swift" <<MANIFEST
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "host",
    platforms: [.iOS(.v16), .macOS(.v13)],
    dependencies: [.package(name: "telemetry", path: "$root")],
    targets: [
        .executableTarget(
            name: "host",
            dependencies: [.product(name: "Telemetry", package: "telemetry")],
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]
        ),
        $(for article in "${articles[@]}"; do
    case $article in
        PrivacyReview) products=(Telemetry) ;;
        TestingAHost) products=(Telemetry TelemetryTesting) ;;
        LinkingACore) products=(CheckoutTelemetry TelemetryCurl) ;;
        Glomo | Qasimha | Inttegro | Dodo) products=(CheckoutTelemetry) ;;
        *) products=(Telemetry TelemetryCurl) ;;
    esac
    printf '.executableTarget(name: "%s", dependencies: [' "$article"
    printf '.product(name: "%s", package: "telemetry"), ' "${products[@]}"
    printf '], swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),\n'
done)
        .executableTarget(name: "bare"),
        .executableTarget(
            name: "readme",
            dependencies: [
                .product(name: "Telemetry", package: "telemetry"), .product(name: "TelemetryCurl", package: "telemetry"),
            ],
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]
        ),
    ]
)
MANIFEST
cat >"$work/host/Sources/host/main.swift" <<'SOURCE'
import Telemetry

struct Declined: Error {}

var configuration = Configuration(mode: .memory(capacity: 10), release: "host@1.0.0", environment: "test")
configuration.minimumLevel = .info
let reporter = try Reporter(configuration)
reporter.setTag("screen", "payment")
reporter.addBreadcrumb("entered 4242 4242 4242 4242")
reporter.capture("card 4242 4242 4242 4242 was declined", level: .error)
reporter.capture(error: Declined())
reporter.capture(eventJSON: #"{"message":"4242424242424242"}"#)
reporter.capture("not wanted", level: .debug)
for event in reporter.memory { print(event.text) }
let stats = reporter.stats
guard stats.ledger.isBalanced, stats.ledger.pending == 3, stats.ledger.dropped[.levelFilter] == 1 else {
    fatalError("the ledger does not add up")
}
SOURCE

cat >"$work/host/Sources/bare/main.swift" <<'SOURCE'
struct Declined: Error {}

for event in CommandLine.arguments { print(event) }
guard CommandLine.arguments.count < 3 else { fatalError("\(Declined())") }
SOURCE

swift build --package-path "$work/host" --scratch-path "$work/build" "${flags[@]}" >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; exit 1; }
bin=$(swift build --package-path "$work/host" --scratch-path "$work/build" "${flags[@]}" --show-bin-path)
host=$bin/host
"$host" >"$work/events"

[ "$(wc -l <"$work/events")" -eq 3 ] || { echo "scratch package: expected 3 events" >&2; cat "$work/events" >&2; exit 1; }
[ "$(grep -c 'redacted:pan' "$work/events")" -eq 3 ] || { echo "scratch package: not redacted" >&2; exit 1; }
if grep -Eq '4242 4242|42424242' "$work/events"; then
    echo "scratch package: a card number came through" >&2
    exit 1
fi
ldd "$host" >"$work/libraries"
if grep -Ei 'curl|sqlite|microhttpd|crypto|brotli|Foundation' "$work/libraries"; then
    echo "scratch package: links what it must not" >&2
    exit 1
fi
if nm -D --defined-only "$host" | grep -Ei ' (curl|deflate|inflate|crc32|adler32|compress|uncompress|gz|zlib)'; then
    echo "scratch package: exports what belongs to zlib or curl" >&2
    exit 1
fi
strip -o "$work/host.stripped" "$host"
strip -o "$work/bare.stripped" "$(dirname "$host")/bare"
growth=$(($(stat -c %s "$work/host.stripped") - $(stat -c %s "$work/bare.stripped")))
echo "scratch package: with the reporter $growth bytes larger, stripped, Swift's runtime aside"
if [ -n "$limit" ] && [ "$growth" -gt "$limit" ]; then
    echo "scratch package: more than $limit bytes" >&2
    exit 1
fi
echo "scratch package: 3 clean events, $(wc -l <"$work/libraries") libraries, none of curl, SQLite, microhttpd"

"$bin/PrivacyReview" >"$work/review"
for expected in '"number":"\[redacted:pan\]"' '"cvv":"\[redacted:cvv\]"' '\[redacted:email\]' '"_meta"' '"type":"event"'; do
    grep -q "$expected" "$work/review" || { echo "privacy review: no $expected" >&2; cat "$work/review" >&2; exit 1; }
done
if grep -Eq 'LEAK|4111 1111|41111111|"737"|jane@' "$work/review"; then
    echo "privacy review: planted values came through" >&2
    exit 1
fi
[ "$("$bin/TestingAHost")" = "three requests, one event" ] || { echo "testing a host: failed" >&2; exit 1; }
for sdk in Glomo Qasimha Inttegro Dodo; do
    "$bin/$sdk" >"$work/$sdk" || { echo "documentation of $sdk: its example fails" >&2; exit 1; }
    if grep -Eq 'K3y9Qw81|N4kZ01|asha\.rao|synth|5be0cd19|oauth2|9KqSynth|"checkout\.[a-z_.]*message' "$work/$sdk"; then
        echo "documentation of $sdk: what is raw came through" >&2
        exit 1
    fi
done
echo "documentation: ${#articles[@]} examples built, those without a server run"
