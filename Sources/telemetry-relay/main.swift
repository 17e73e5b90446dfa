internal import Glibc
internal import RelayCore

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "serve":
    exit(ServeCommand.run(Array(arguments.dropFirst())))
default:
    print("usage: telemetry-relay serve [--config FILE] [--listen HOST:PORT] [--data DIR] [--store URL]")
    exit(arguments.isEmpty ? 0 : 2)
}
