-- The same columns as the ledger's rows and the same durability, with nothing but the primary key.
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA cache_size = -65536;
PRAGMA wal_autocheckpoint = 8192;

CREATE TABLE raw (
    id               INTEGER PRIMARY KEY,
    schedule_uid     INTEGER NOT NULL,
    tenant           INTEGER NOT NULL,
    state            INTEGER NOT NULL,
    priority         INTEGER NOT NULL,
    ready_at         INTEGER NOT NULL,
    attempt          INTEGER NOT NULL,
    waits            INTEGER NOT NULL,
    fence            INTEGER NOT NULL,
    cancel_requested INTEGER NOT NULL,
    lease_owner      TEXT,
    lease_until      INTEGER,
    started_at       INTEGER,
    ended_at         INTEGER,
    trigger          INTEGER NOT NULL,
    revision         INTEGER NOT NULL,
    due_at           INTEGER NOT NULL,
    nominal_at       INTEGER NOT NULL,
    created_at       INTEGER NOT NULL,
    period_key       TEXT NOT NULL,
    discriminator    TEXT NOT NULL,
    tzdb             TEXT NOT NULL,
    period_start     INTEGER,
    period_end       INTEGER,
    reason           TEXT,
    message          TEXT,
    blocker          INTEGER,
    target_kind      TEXT,
    target_id        TEXT,
    correlation_id   TEXT,
    note             TEXT
) STRICT;
