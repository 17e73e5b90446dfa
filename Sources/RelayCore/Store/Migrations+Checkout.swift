extension Migrations {
    /// The second version: checkouts. The first one's `flows` was never written.
    ///
    /// Words and sets of attributes are stored once and then named by number, so an entry takes some 40 bytes. Flow ids
    /// are random, and `flows_by_id` is the one index over them. Figures are kept by group, so that asking for them
    /// costs what groups cost, not flows. Weights are millionths.
    static let two = """
        DROP TABLE flows;

        CREATE TABLE checkout_words (
            id INTEGER PRIMARY KEY,
            text TEXT NOT NULL UNIQUE
        );

        CREATE TABLE checkout_sources (
            id INTEGER PRIMARY KEY,
            attributes BLOB NOT NULL UNIQUE
        );

        CREATE TABLE checkout_groups (
            id INTEGER PRIMARY KEY,
            project INTEGER NOT NULL REFERENCES projects (id),
            environment INTEGER NOT NULL,
            sdk INTEGER NOT NULL,
            version INTEGER NOT NULL,
            wrapper INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            is_exact INTEGER NOT NULL DEFAULT 1,
            UNIQUE (project, environment, sdk, version, wrapper, kind)
        );

        CREATE TABLE checkout_errors (
            id INTEGER PRIMARY KEY,
            type INTEGER NOT NULL,
            code INTEGER NOT NULL,
            UNIQUE (type, code)
        );

        CREATE TABLE flows (
            id INTEGER PRIMARY KEY,
            project INTEGER NOT NULL REFERENCES projects (id),
            flow_high INTEGER NOT NULL,
            flow_low INTEGER NOT NULL,
            is_session INTEGER NOT NULL,
            state INTEGER NOT NULL,
            checkout_group INTEGER NOT NULL REFERENCES checkout_groups (id),
            environment_sequence INTEGER NOT NULL,
            sdk_sequence INTEGER NOT NULL,
            version_sequence INTEGER NOT NULL,
            wrapper_sequence INTEGER NOT NULL,
            kind_sequence INTEGER NOT NULL,
            source INTEGER NOT NULL,
            session_high INTEGER,
            session_low INTEGER,
            first_at INTEGER NOT NULL,
            last_at INTEGER NOT NULL,
            presented_at INTEGER,
            stages INTEGER NOT NULL,
            ended_sequence INTEGER,
            outcome INTEGER,
            certainty INTEGER,
            endings INTEGER NOT NULL,
            told_duplicates INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            failed_attempts INTEGER NOT NULL,
            ready_ms INTEGER,
            errors BLOB,
            widgets_loaded INTEGER NOT NULL,
            widgets_hidden INTEGER NOT NULL,
            entries INTEGER NOT NULL,
            highest INTEGER NOT NULL,
            span INTEGER NOT NULL,
            late INTEGER NOT NULL,
            duplicates INTEGER NOT NULL,
            conflicts INTEGER NOT NULL,
            weight INTEGER NOT NULL
        );
        CREATE UNIQUE INDEX flows_by_id ON flows (flow_high, flow_low, project, is_session);
        CREATE INDEX flows_open ON flows (last_at, checkout_group, weight, stages) WHERE state = 1;

        CREATE TABLE checkout_entries (
            flow INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            name INTEGER NOT NULL,
            occurred_at INTEGER NOT NULL,
            delay INTEGER NOT NULL,
            source INTEGER,
            attributes BLOB NOT NULL,
            PRIMARY KEY (flow, sequence)
        ) WITHOUT ROWID;

        CREATE TABLE checkout_counts (
            checkout_group INTEGER NOT NULL,
            counter INTEGER NOT NULL,
            n INTEGER NOT NULL,
            weight INTEGER NOT NULL,
            PRIMARY KEY (checkout_group, counter)
        ) WITHOUT ROWID;

        CREATE TABLE checkout_error_counts (
            checkout_group INTEGER NOT NULL,
            error INTEGER NOT NULL,
            n INTEGER NOT NULL,
            weight INTEGER NOT NULL,
            presented INTEGER NOT NULL,
            presented_weight INTEGER NOT NULL,
            started INTEGER NOT NULL,
            started_weight INTEGER NOT NULL,
            events INTEGER NOT NULL,
            events_weight INTEGER NOT NULL,
            PRIMARY KEY (checkout_group, error)
        ) WITHOUT ROWID;

        CREATE TABLE checkout_ready (
            checkout_group INTEGER NOT NULL,
            milliseconds INTEGER NOT NULL,
            n INTEGER NOT NULL,
            PRIMARY KEY (checkout_group, milliseconds)
        ) WITHOUT ROWID;

        CREATE TABLE checkout_anomalies (
            project INTEGER NOT NULL REFERENCES projects (id),
            sdk TEXT NOT NULL,
            version TEXT NOT NULL,
            kind TEXT NOT NULL,
            rule TEXT NOT NULL,
            quantity INTEGER NOT NULL,
            PRIMARY KEY (project, sdk, version, kind, rule)
        ) WITHOUT ROWID;
        """
}
