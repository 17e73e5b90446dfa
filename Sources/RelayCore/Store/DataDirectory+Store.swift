extension DataDirectory {
    /// Opens the store of this directory for writing, made if it is missing. Throws `.locked` while somebody else has it.
    package func openStore() throws(StoreError) -> any Store {
        try SQLiteStore(directory: self)
    }

    /// Opens the store of this directory for reading, also while somebody writes.
    package func openInspector() throws(StoreError) -> any Inspector {
        try SQLiteInspector(directory: self)
    }
}
