/// A command that prints what a store answers to one query.
protocol ListCommand: RelayCommand {
    /// Asks and prints.
    static func list(_ inspector: any Inspector, _ options: InspectOptions, _ io: CommandIO) throws(StoreError)
}

extension ListCommand {
    static var syntax: CommandSyntax { InspectOptions.syntax }

    static func perform(_ arguments: CommandArguments, _ io: CommandIO) throws(CommandError) -> Int32 {
        let options = try usage { () throws(UsageError) in try InspectOptions(arguments) }
        let inspector = try options.open()
        try store(options.directory) { () throws(StoreError) in try list(inspector, options, io) }
        return 0
    }
}
