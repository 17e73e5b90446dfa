package import TelemetryWire

extension SQLiteStore {
    /// Makes project 1 with a key if the store has no project yet.
    ///
    /// Returns an active key of project 1 (nil if all are disabled), and whether it was made just now.
    package func bootstrap() throws(StoreError) -> (key: ProjectKey?, isNew: Bool) {
        let now = now()
        return try write { (connection) throws(StoreError) -> (key: ProjectKey?, isNew: Bool) in
            if try connection.integer("SELECT 1 FROM projects LIMIT 1") == nil {
                let first = ProjectID(1)
                try KeyTable.ensureProject(first, now: now, connection)
                return (try KeyTable.create(project: first, now: now, connection), true)
            }
            let active = try KeyTable.all(connection).values.filter { $0.project == ProjectID(1) && $0.isActive }
            return (active.min { $0.id < $1.id }, false)
        }
    }

    /// Makes a key, and its project if that is missing. In force when this returns.
    package func createKey(project: ProjectID) throws(StoreError) -> ProjectKey {
        let now = now()
        return try write { (connection) throws(StoreError) -> ProjectKey in
            try KeyTable.ensureProject(project, now: now, connection)
            return try KeyTable.create(project: project, now: now, connection)
        }
    }

    /// Disables a key; nil if there is none. In force when this returns.
    package func disableKey(publicKey: EventID) throws(StoreError) -> ProjectKey? {
        let now = now()
        return try write { (connection) throws(StoreError) -> ProjectKey? in
            try KeyTable.disable(publicKey: publicKey, now: now, connection)
        }
    }

    /// Makes a new key for the project of `publicKey` and disables that one, in one step; nil if there is none.
    package func rotateKey(publicKey: EventID) throws(StoreError) -> ProjectKey? {
        let now = now()
        return try write { (connection) throws(StoreError) -> ProjectKey? in
            guard let old = try KeyTable.disable(publicKey: publicKey, now: now, connection) else { return nil }
            return try KeyTable.create(project: old.project, now: now, connection)
        }
    }
}
