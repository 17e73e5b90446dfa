internal import Glibc
internal import RelayCore
internal import RelaySend

exit(
    RelayCommandLine.run(
        Array(CommandLine.arguments.dropFirst()),
        extra: [("send", { SendCommand.run(arguments: $0) })]
    )
)
