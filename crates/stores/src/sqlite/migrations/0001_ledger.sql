-- The complete ledger. Instants are microseconds since 1970; enumerations are stored as the program's codes. No
-- row ID is ever reused, so IDs come from one counter and not from the tables.

CREATE TABLE meta (
    name  TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO meta (name, value) VALUES ('last_number', 0);

-- Maps namespace and name to one small number, which is all that rows and indexes store.
CREATE TABLE tenants (
    id        INTEGER PRIMARY KEY,
    namespace TEXT NOT NULL,
    name      TEXT NOT NULL,
    UNIQUE (namespace, name)
) STRICT;

-- The columns that a change requested by a person alters, and the fields of the definition that a claim needs.
-- Plans, claims and settlements read this table and never write it. The definition may be large and is stored
-- in `revisions`, so that a pause does not write it again.
CREATE TABLE schedules (
    uid            INTEGER PRIMARY KEY,
    tenant         INTEGER NOT NULL REFERENCES tenants (id),
    id             TEXT NOT NULL,
    status         INTEGER NOT NULL,
    revision       INTEGER NOT NULL,
    overlap        INTEGER NOT NULL,
    max_concurrent INTEGER,
    delivery       INTEGER NOT NULL,
    max_attempts   INTEGER NOT NULL,
    defined_in     INTEGER NOT NULL,
    source         INTEGER NOT NULL,
    status_by      TEXT NOT NULL,
    status_text    TEXT,
    status_until   INTEGER,
    next_due_at    INTEGER,
    created_at     INTEGER NOT NULL,
    updated_at     INTEGER NOT NULL
) STRICT;

-- A deleted schedule (status 5) leaves its ID free for a new one.
CREATE UNIQUE INDEX schedules_live ON schedules (tenant, id) WHERE status <> 5;
CREATE INDEX schedules_deleted ON schedules (tenant, id) WHERE status = 5;

-- The planning progress of each schedule: only the columns that change with every plan and every settlement,
-- because both rewrite the whole row. An active schedule is due when it must be planned, so its `plan_at` is
-- also its `next_due_at`. Its revision is stored here while it is active, so that a plan is checked against
-- this row alone.
CREATE TABLE progress (
    uid               INTEGER PRIMARY KEY REFERENCES schedules (uid) ON DELETE CASCADE,
    active_revision   INTEGER,
    plan_at           INTEGER,
    watermark         INTEGER NOT NULL,
    row_count         INTEGER NOT NULL DEFAULT 0,
    runs              INTEGER NOT NULL DEFAULT 0,
    generated         INTEGER NOT NULL DEFAULT 0,
    skipped           INTEGER NOT NULL DEFAULT 0,
    failed            INTEGER NOT NULL DEFAULT 0,
    failures_in_a_row INTEGER NOT NULL DEFAULT 0,
    last_ended_at     INTEGER,
    last_success_at   INTEGER,
    last_error        TEXT
) STRICT;

CREATE INDEX progress_to_plan ON progress (plan_at) WHERE plan_at IS NOT NULL;

CREATE TABLE revisions (
    schedule_uid INTEGER NOT NULL REFERENCES schedules (uid) ON DELETE CASCADE,
    revision     INTEGER NOT NULL,
    at           INTEGER NOT NULL,
    by           TEXT NOT NULL,
    change       TEXT NOT NULL,
    definition   TEXT,
    PRIMARY KEY (schedule_uid, revision)
) STRICT;

-- Every row is written three times, so derived values are not stored. While the row is open, `at` is the time
-- from which a claim may take it; for a leased row that is the end of its lease. After that, `at` is the time
-- it completed. `turn` is the rank of its priority, plus 8 when the row is busy: it has started or waits for
-- another run. `due_at` is set only when it differs from `nominal_at`. A row is open while its state is below
-- 2.
CREATE TABLE occurrences (
    id               INTEGER PRIMARY KEY,
    schedule_uid     INTEGER NOT NULL,
    tenant           INTEGER NOT NULL,
    state            INTEGER NOT NULL DEFAULT 0,
    turn             INTEGER NOT NULL,
    at               INTEGER NOT NULL,
    fence            INTEGER NOT NULL DEFAULT 0,
    attempt          INTEGER NOT NULL DEFAULT 0,
    waits            INTEGER NOT NULL DEFAULT 0,
    cancel_requested INTEGER NOT NULL DEFAULT 0,
    lease_owner      TEXT,
    started_at       INTEGER,
    trigger          INTEGER NOT NULL,
    revision         INTEGER NOT NULL,
    nominal_at       INTEGER NOT NULL,
    due_at           INTEGER,
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

-- Enforces one row per period. Period keys begin with the date, so new entries are adjacent.
CREATE UNIQUE INDEX occurrences_key ON occurrences (period_key, schedule_uid, discriminator);
CREATE INDEX occurrences_ready ON occurrences (tenant, turn, at) WHERE state < 2;
-- Busy rows are separated from the others: they are few, and the settlements of a batch touch few pages of this
-- index.
CREATE INDEX occurrences_open ON occurrences (turn >= 8, schedule_uid) WHERE state < 2;
-- Rows that wait for another run or another attempt, or were released until later. Overdue rows are searched
-- here and at the head of `occurrences_ready`, which orders all other rows by due time. Most rows never enter
-- this index.
CREATE INDEX occurrences_put_off ON occurrences (coalesce(due_at, nominal_at))
    WHERE state = 0 AND (turn >= 8 OR at <> coalesce(due_at, nominal_at));
-- Only open rows wait. Nearly always this index is empty, so a settlement finds out at once that it has nothing
-- to wake.
CREATE INDEX occurrences_waiting ON occurrences (schedule_uid) WHERE waits = 1;
-- For lists. An index by schedule alone would touch one page per schedule of a batch. This index is ordered by
-- blocks of 1024 IDs, so new entries are adjacent, and a list reads block after block.
CREATE INDEX occurrences_listed ON occurrences (id >> 10, tenant, schedule_uid);

-- Identified by schedule ID, because a gap outlives a deleted schedule.
CREATE TABLE gaps (
    id          INTEGER PRIMARY KEY,
    tenant      INTEGER NOT NULL,
    schedule_id TEXT NOT NULL,
    from_at     INTEGER NOT NULL,
    to_at       INTEGER NOT NULL,
    count       INTEGER NOT NULL,
    reason      TEXT NOT NULL,
    created_at  INTEGER NOT NULL
) STRICT;

CREATE INDEX gaps_of_schedule ON gaps (tenant, schedule_id);
CREATE INDEX gaps_by_age ON gaps (created_at);

-- Only attempts that the occurrence row no longer records: retried, lost, or from before a reopening.
CREATE TABLE attempts (
    number_in_store INTEGER PRIMARY KEY,
    occurrence      INTEGER NOT NULL REFERENCES occurrences (id) ON DELETE CASCADE,
    number          INTEGER NOT NULL,
    fence           INTEGER NOT NULL,
    owner           TEXT NOT NULL,
    started_at      INTEGER,
    ended_at        INTEGER,
    outcome         INTEGER NOT NULL,
    message         TEXT
) STRICT;

CREATE INDEX attempts_of_occurrence ON attempts (occurrence);

CREATE TABLE work_items (
    id           INTEGER PRIMARY KEY,
    tenant       INTEGER NOT NULL,
    queue        TEXT NOT NULL,
    key          TEXT NOT NULL,
    state        INTEGER NOT NULL DEFAULT 0,
    priority     INTEGER NOT NULL,
    ready_at     INTEGER NOT NULL,
    attempt      INTEGER NOT NULL DEFAULT 0,
    max_attempts INTEGER NOT NULL,
    fence        INTEGER NOT NULL DEFAULT 0,
    lease_owner  TEXT,
    lease_until  INTEGER,
    created_at   INTEGER NOT NULL,
    ended_at     INTEGER,
    occurrence   INTEGER,
    error        TEXT,
    result       TEXT,
    payload      TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX work_items_key ON work_items (tenant, queue, key);
CREATE INDEX work_items_ready ON work_items (tenant, queue, priority, ready_at) WHERE ended_at IS NULL;
CREATE INDEX work_items_ended ON work_items (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX work_items_of_tenant ON work_items (tenant);

-- A removed document keeps its version and loses its body, so that version numbers continue.
CREATE TABLE documents (
    tenant     INTEGER NOT NULL,
    kind       TEXT NOT NULL,
    name       TEXT NOT NULL,
    version    INTEGER NOT NULL,
    body       TEXT,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (tenant, kind, name)
) STRICT;

-- Marks (kind 0) have a value, counters (kind 1) a number. Their names are separate.
CREATE TABLE marks (
    tenant  INTEGER NOT NULL,
    kind    INTEGER NOT NULL,
    name    TEXT NOT NULL,
    value   TEXT NOT NULL,
    count   INTEGER NOT NULL,
    until   INTEGER NOT NULL,
    PRIMARY KEY (tenant, kind, name)
) STRICT;

CREATE INDEX marks_by_end ON marks (until);

CREATE TABLE nodes (
    id         TEXT PRIMARY KEY,
    version    TEXT NOT NULL,
    tzdb       TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    until      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
    tenant     INTEGER NOT NULL,
    seq        INTEGER NOT NULL,
    at         INTEGER NOT NULL,
    actor      TEXT NOT NULL,
    request_id TEXT,
    reason     TEXT,
    action     TEXT NOT NULL,
    object     TEXT NOT NULL,
    detail     TEXT NOT NULL,
    previous   BLOB NOT NULL,
    hash       BLOB NOT NULL,
    PRIMARY KEY (tenant, seq)
) STRICT;

-- The end of each chain is stored separately, so that truncation of the chain is detected.
CREATE TABLE audit_tips (
    tenant INTEGER PRIMARY KEY,
    seq    INTEGER NOT NULL,
    hash   BLOB NOT NULL
) STRICT;
