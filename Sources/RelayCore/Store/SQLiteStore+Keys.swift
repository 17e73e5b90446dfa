package import TelemetryWire

extension SQLiteStore {
    /// See `Store`.
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

    /// See `Store`.
    package func createKey(project: ProjectID) throws(StoreError) -> ProjectKey {
        let now = now()
        return try write { (connection) throws(StoreError) -> ProjectKey in
            try KeyTable.ensureProject(project, now: now, connection)
            return try KeyTable.create(project: project, now: now, connection)
        }
    }

    /// See `Store`.
    package func disableKey(publicKey: EventID) throws(StoreError) -> ProjectKey? {
        let now = now()
        return try write { (connection) throws(StoreError) -> ProjectKey? in
            try KeyTable.disable(publicKey: publicKey, now: now, connection)
        }
    }

    /// See `Store`.
    package func rotateKey(publicKey: EventID) throws(StoreError) -> ProjectKey? {
        let now = now()
        return try write { (connection) throws(StoreError) -> ProjectKey? in
            guard try KeyTable.all(connection)[publicKey]?.isActive == true,
                let old = try KeyTable.disable(publicKey: publicKey, now: now, connection)
            else { return nil }
            return try KeyTable.create(project: old.project, now: now, connection)
        }
    }

    /// See `Store`.
    package func setState(_ state: IssueSummary.State, of issue: ShortID) throws(StoreError) -> Bool {
        try write { (connection) throws(StoreError) -> Bool in
            let find = try connection.statement(
                "SELECT issues.id FROM projects JOIN issues ON projects.id = project WHERE slug = ?1 AND number = ?2"
            )
            defer { find.reset() }
            try find.bind(1, lookup: issue.slug)
            try find.bind(2, issue.number)
            guard try find.step() else { return false }
            let update = try connection.statement("UPDATE issues SET state = ?2 WHERE id = ?1")
            try update.bind(1, find.integer(0))
            try update.bind(2, state.rawValue)
            try update.run()
            return true
        }
    }
}
