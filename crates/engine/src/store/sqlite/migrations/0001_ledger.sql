-- The whole ledger. Instants are microseconds since 1970, enumerations the codes of the program.
-- No row number is ever used twice, so numbers come from one counter and not from the tables.

CREATE TABLE meta (
    name  TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO meta (name, value) VALUES ('last_number', 0);

-- Two names become one small number, which is all that rows and indexes carry.
CREATE TABLE tenants (
    id        INTEGER PRIMARY KEY,
    namespace TEXT NOT NULL,
    name      TEXT NOT NULL,
    UNIQUE (namespace, name)
) STRICT;

-- What a person's change alters, and what a claim must know of it. Plans, claims and ends read this and never write it.
-- The definition may be large and stands in revisions, so that a pause does not write it again.
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

-- A deleted schedule (5) leaves its name to a new one.
CREATE UNIQUE INDEX schedules_live ON schedules (tenant, id) WHERE status <> 5;
CREATE INDEX schedules_deleted ON schedules (tenant, id) WHERE status = 5;

-- How far each schedule has come: what changes with every plan and every end, and nothing else, because both write the
-- whole row again. An active schedule is due when it is to be planned, so its plan_at is its next_due_at, too; its revision
-- stands here while it is active, so that a plan is judged by this row alone.
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

-- Every row is written three times, so nothing is kept that follows from something else:
-- `at` is when a claim may take the row while it is open, which for a leased one is the end of its lease, and when it
-- ended after that; `turn` is the rank of its priority, and 8 more when it is busy: has begun, or waits for another run to
-- end; due_at is there only when it is not nominal_at. A row is open while its state is below 2.
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

-- The promise of one row for each period. Period keys begin with the date, so new ones land side by side.
CREATE UNIQUE INDEX occurrences_key ON occurrences (period_key, schedule_uid, discriminator);
CREATE INDEX occurrences_ready ON occurrences (tenant, turn, at) WHERE state < 2;
-- What is busy stands apart: it is little, and the ends of a batch touch few pages of it.
CREATE INDEX occurrences_open ON occurrences (turn >= 8, schedule_uid) WHERE state < 2;
-- What waits for another run or another attempt, or was given back until later: what is overdue is looked for here, and at
-- the head of occurrences_ready, where everything else stands at the time it is due. The usual row is never here.
CREATE INDEX occurrences_put_off ON occurrences (coalesce(due_at, nominal_at))
    WHERE state = 0 AND (turn >= 8 OR at <> coalesce(due_at, nominal_at));
-- Only what is open waits. Nearly always there is none, so that an end learns here at once that it has nobody to wake.
CREATE INDEX occurrences_waiting ON occurrences (schedule_uid) WHERE waits = 1;
-- For lists. An index by schedule alone would touch one page of it for every schedule of a batch; this one is filled
-- block by block of 1024 numbers, so new rows land side by side, and a list looks into block after block.
CREATE INDEX occurrences_listed ON occurrences (id >> 10, tenant, schedule_uid);

-- Named by the schedule's name, because a gap outlives a deleted schedule.
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

-- Only attempts that the occurrence itself no longer tells of: retried, lost, or before a reopening.
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

-- A document that was removed keeps its version and loses its body, so that versions go on.
CREATE TABLE documents (
    tenant     INTEGER NOT NULL,
    kind       TEXT NOT NULL,
    name       TEXT NOT NULL,
    version    INTEGER NOT NULL,
    body       TEXT,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (tenant, kind, name)
) STRICT;

-- Marks (kind 0) hold a value, counters (kind 1) a number; their names never meet.
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

-- The end of each chain is kept apart, so that cutting the chain shows.
CREATE TABLE audit_tips (
    tenant INTEGER PRIMARY KEY,
    seq    INTEGER NOT NULL,
    hash   BLOB NOT NULL
) STRICT;
