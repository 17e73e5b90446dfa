#!/usr/bin/env python3
"""The templates of PrivacyInfo.xcprivacy: Apple's names only, and true of what the reporter does.

usage: privacy.py PREFIX ARCHIVE        what scripts/build-c made, and the archive of the client's modules

A manifest with a misspelt constant is accepted by every tool and means nothing. Required-reason APIs are searched for in the
sources and among the undefined symbols of the compiled modules; what an event carries is read out of the library.
"""
import ctypes
import json
import os
import pathlib
import plistlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CLIENT = [
    "Sanitizer", "TelemetryEnvelope", "TelemetryWire", "TelemetryGzip", "TelemetryDelivery", "TelemetryCurl", "TelemetryURLSession", "Telemetry",
    "CheckoutTelemetry", "TelemetryC",
]
TYPE, ACCESSED = "NSPrivacyCollectedDataType", "NSPrivacyAccessedAPI"
DATA_TYPES = {
    "Name", "EmailAddress", "PhoneNumber", "PhysicalAddress", "OtherUserContactInfo", "Health", "Fitness", "PaymentInfo",
    "CreditInfo", "OtherFinancialInfo", "PreciseLocation", "CoarseLocation", "SensitiveInfo", "Contacts",
    "EmailsOrTextMessages", "PhotosorVideos", "AudioData", "GameplayContent", "CustomerSupport", "OtherUserContent",
    "BrowsingHistory", "SearchHistory", "UserID", "DeviceID", "PurchaseHistory", "ProductInteraction", "AdvertisingData",
    "OtherUsageData", "CrashData", "PerformanceData", "OtherDiagnosticData", "EnvironmentScanning", "Hands", "Head",
    "OtherDataTypes",
}
PURPOSES = {
    "ThirdPartyAdvertising", "DeveloperAdvertising", "Analytics", "ProductPersonalization", "AppFunctionality", "Other",
}
# Category: its reason codes, C functions, and names in Swift.
REQUIRED_REASON = {
    "FileTimestamp": (
        {"DDA9.1", "C617.1", "3B52.1", "0A2A.1"},
        {"stat", "fstat", "lstat", "fstatat", "getattrlist", "fgetattrlist", "getattrlistat", "getattrlistbulk"},
        {"creationDate", "modificationDate", "fileModificationDate", "contentModificationDateKey", "creationDateKey"},
    ),
    "SystemBootTime": ({"35F9.1", "8FFB.1", "3D61.1"}, {"mach_absolute_time"}, {"systemUptime"}),
    "DiskSpace": (
        {"85F4.1", "E174.1", "7D9E.1", "B728.1"},
        {"statfs", "statvfs", "fstatfs", "fstatvfs"},
        {"volumeAvailableCapacityKey", "volumeTotalCapacityKey", "volumeAvailableCapacityForImportantUsageKey",
         "volumeAvailableCapacityForOpportunisticUsageKey", "systemFreeSize", "systemSize"},
    ),
    "ActiveKeyboards": ({"3EC4.1", "54BD.1"}, set(), {"activeInputModes"}),
    "UserDefaults": ({"CA92.1", "1C8F.1", "C56D.1", "AC6B.1"}, set(), {"UserDefaults", "NSUserDefaults"}),
}
failures = []


def check(what, holds, detail=""):
    print(f"{'ok' if holds else 'FAILED'}: {what} {detail}".rstrip())
    if not holds:
        failures.append(what)


def shape(manifest):
    """What is wrong with a manifest by Apple's rules."""
    wrong = []
    keys = {"NSPrivacyTracking": bool, "NSPrivacyTrackingDomains": list, f"{TYPE}s": list, f"{ACCESSED}Types": list}
    if set(manifest) != set(keys):
        wrong.append(f"keys {sorted(set(manifest) ^ set(keys))}")
    wrong += [name for name, kind in keys.items() if not isinstance(manifest.get(name), kind)]
    if wrong:
        return wrong
    if not manifest["NSPrivacyTracking"] and manifest["NSPrivacyTrackingDomains"]:
        wrong.append("tracking domains without tracking")
    for entry in manifest[f"{TYPE}s"]:
        if set(entry) != {TYPE, f"{TYPE}Linked", f"{TYPE}Tracking", f"{TYPE}Purposes"}:
            wrong.append(f"a data type's keys: {sorted(entry)}")
            continue
        if entry[TYPE] not in {f"{TYPE}{name}" for name in DATA_TYPES}:
            wrong.append(f"no data type: {entry[TYPE]}")
        if not all(isinstance(entry[f"{TYPE}{name}"], bool) for name in ("Linked", "Tracking")):
            wrong.append("linked and tracking are booleans")
        purposes = entry[f"{TYPE}Purposes"]
        if not purposes or not set(purposes) <= {f"{TYPE}Purpose{name}" for name in PURPOSES}:
            wrong.append(f"no purposes: {purposes}")
    for entry in manifest[f"{ACCESSED}Types"]:
        category = str(entry.get(f"{ACCESSED}Type", "")).removeprefix(f"{ACCESSED}Category")
        reasons = set(entry.get(f"{ACCESSED}TypeReasons", []))
        if category not in REQUIRED_REASON or not reasons or not reasons <= REQUIRED_REASON[category][0]:
            wrong.append(f"no reason: {entry}")
    return wrong


def declared(manifest):
    return {entry[f"{ACCESSED}Type"].removeprefix(f"{ACCESSED}Category") for entry in manifest[f"{ACCESSED}Types"]}


def used(archive):
    """Categories of required-reason APIs that the client's modules use, by source and by compiled object."""
    found = {}
    undefined = subprocess.run(["nm", "--undefined-only", archive], capture_output=True, text=True, check=True).stdout
    symbols = {re.sub(r"64$|^__x", "", line.split()[-1]) for line in undefined.splitlines() if " U " in line}
    if "clock_gettime" not in symbols:
        sys.exit("privacy: the archive does not look like the client's modules")
    for category, (_, functions, names) in REQUIRED_REASON.items():
        for hit in symbols & functions:
            found.setdefault(category, set()).add(f"symbol {hit}")
        # A function where it is called or named with its labels, a type or property wherever it stands.
        calls = re.compile("|".join([rf"\b{name}\(" for name in sorted(functions)] + [rf"\b{name}\b" for name in sorted(names)]))
        for module in CLIENT:
            for path in (ROOT / "Sources" / module).rglob("*.swift"):
                for line in path.read_text(encoding="utf-8").split("\n"):
                    if hit := calls.search(line.split("//", 1)[0]):
                        found.setdefault(category, set()).add(f"{path.name}: {hit[0]}")
    return found


def carried(prefix):
    """The members of an event, and of its `sdk`, when the host gives a message only."""
    library = ctypes.CDLL(os.path.join(prefix, "lib", "libtelemetry.so"))
    library.telemetry_config_new.restype = library.telemetry_new.restype = ctypes.c_void_p
    config = ctypes.c_void_p(library.telemetry_config_new())
    library.telemetry_config_set_memory(config, ctypes.c_size_t(10))
    library.telemetry_config_set_release(config, b"host@1.0.0")
    library.telemetry_config_set_environment(config, b"test")
    reporter = ctypes.c_void_p(library.telemetry_new(config, None))
    library.telemetry_capture_message(reporter, 3, b"declined", ctypes.c_size_t(-1 & (2**64 - 1)), None, None)
    texts = []
    visitor = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p)(
        lambda text, length, context: texts.append(text))
    library.telemetry_memory(reporter, visitor, None)
    library.telemetry_free(reporter)
    library.telemetry_config_free(config)
    return json.loads(texts[0])


def main():
    prefix, archive = sys.argv[1:3]
    manifests = {}
    for name in ("off", "reporting"):
        path = ROOT / "docs" / "privacy" / name / "PrivacyInfo.xcprivacy"
        manifests[name] = plistlib.loads(path.read_bytes(), fmt=plistlib.FMT_XML)
        wrong = shape(manifests[name])
        check(f"{name}: Apple's keys, constants and reasons only", not wrong, "; ".join(wrong))
    types = {name: {entry[TYPE].removeprefix(TYPE) for entry in manifest[f"{TYPE}s"]} for name, manifest in manifests.items()}
    check("off: collects nothing", not types["off"])
    check("reporting: diagnostics and interaction", types["reporting"] == {"OtherDiagnosticData", "ProductInteraction"})
    inventory = json.loads((ROOT / "Schemas" / "data-inventory.json").read_text(encoding="utf-8"))["fields"]
    unlinked = {field["apple_data_type"] for field in inventory if not field.get("linked", True)}
    check("reporting: what the inventory of data says, but for what is linked by opt-in", types["reporting"] == unlinked)
    linked = {field["name"] for field in inventory if field.get("linked")}
    check("linked is one field, and optional", linked == {"attributes.checkout.order.ref"}
          and all(field["optional"] for field in inventory if field.get("linked")))
    entries = manifests["reporting"][f"{TYPE}s"]
    check("reporting: neither linked nor for tracking",
          not any(entry[f"{TYPE}Linked"] or entry[f"{TYPE}Tracking"] for entry in entries))
    found = used(archive)
    for name, manifest in manifests.items():
        check(f"{name}: declares the required-reason APIs that are used, and no others", declared(manifest) == set(found),
              str(found or "(none)"))
    event = carried(prefix)
    members = {"event_id", "timestamp", "level", "platform", "sdk", "release", "environment", "message"}
    check("an event carries what the page says", set(event) == members and set(event["sdk"]) == {"name", "version"},
          " ".join(sorted(event)))
    # The checks can fail: a manifest with each of the mistakes is told.
    good = manifests["reporting"]
    mistakes = [
        {**good, "NSPrivacyTrackingDomains": ["metrics.example.com"]},
        {**good, "NSPrivacyTracking": "false"},
        {**good, "NSPrivacyAccessedAPITypes": [{f"{ACCESSED}Type": f"{ACCESSED}CategoryFileTimestamp",
                                                f"{ACCESSED}TypeReasons": ["CA92.1"]}]},
        {**good, f"{TYPE}s": [{**entries[0], TYPE: "NSPrivacyCollectedDataTypeDiagnostics"}]},
        {**good, f"{TYPE}s": [{**entries[0], f"{TYPE}Purposes": ["Analytics"]}]},
        {**good, "NSPrivacyCollectedData": []},
    ]
    check("each of six mistakes is told", all(shape(mistake) for mistake in mistakes))
    print(f"{len(failures)} failed")
    sys.exit(1 if failures else 0)


main()
