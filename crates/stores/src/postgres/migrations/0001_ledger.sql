-- The complete ledger. Names are short ASCII texts that are compared byte by byte, hence COLLATE "C"
-- everywhere. Small numbers for status, state and trigger are the codes of the program's enumerations.

-- A tenant is two names of up to 128 bytes. Its number represents them in every row and index.
CREATE TABLE tenants (
    number    integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    namespace text COLLATE "C" NOT NULL,
    name      text COLLATE "C" NOT NULL,
    UNIQUE (namespace, name)
);

-- Every settlement updates counters here, so these rows are rewritten all the time. They contain no long text
-- (the definition is in `revisions`), a counter update changes no indexed column, and the pages keep free
-- space. So an update of the counters touches no index.
CREATE TABLE schedules (
    uid                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant              integer NOT NULL,
    id                  text COLLATE "C" NOT NULL,
    -- 0 while the schedule exists, its uid once it is deleted: one index serves both current schedules and the
    -- history of an ID.
    gone                bigint NOT NULL DEFAULT 0,
    revision            bigint NOT NULL,
    -- The revision that last changed the definition.
    definition_revision bigint NOT NULL,
    status              smallint NOT NULL,
    status_by           text NOT NULL,
    status_text         text,
    status_until        timestamptz,
    source              smallint NOT NULL,
    -- Fields of the definition that a claim needs.
    overlap             smallint NOT NULL,
    max_concurrent      bigint,
    delivery            smallint NOT NULL,
    max_attempts        bigint NOT NULL,
    generated           bigint NOT NULL DEFAULT 0,
    skipped             bigint NOT NULL DEFAULT 0,
    failed              bigint NOT NULL DEFAULT 0,
    failures_in_a_row   bigint NOT NULL DEFAULT 0,
    last_ended_at       timestamptz,
    last_success_at     timestamptz,
    last_error          text,
    created_at          timestamptz NOT NULL,
    updated_at          timestamptz NOT NULL,
    UNIQUE (tenant, id, gone)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX schedules_deleted ON schedules (uid) WHERE gone <> 0;

-- The planning state of each schedule: what planning compares and advances. Planning changes an indexed column
-- every time, so this table is as narrow as possible and has as few indexes as possible. The schedule row
-- itself is not changed and stays available to claims.
CREATE TABLE planning (
    uid         bigint PRIMARY KEY,
    -- Copies of columns of `schedules`, written together with it.
    tenant      integer NOT NULL,
    is_active   boolean NOT NULL,
    revision    bigint NOT NULL,
    next_due_at timestamptz,
    watermark   timestamptz NOT NULL,
    -- When planning must look at the schedule, whatever its status; null for never.
    plan_at     timestamptz,
    runs        bigint NOT NULL DEFAULT 0 CHECK (runs >= 0)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX planning_due ON planning (plan_at, uid) WHERE plan_at IS NOT NULL;

-- Every change of a schedule, and every definition it ever had.
CREATE TABLE revisions (
    schedule_uid bigint NOT NULL,
    revision     bigint NOT NULL,
    at           timestamptz NOT NULL,
    by           text NOT NULL,
    change       text NOT NULL,
    -- Stored as written; null if the change did not affect the definition.
    definition   text,
    labels       jsonb,
    PRIMARY KEY (schedule_uid, revision)
);

-- The ledger: one permanent row per (schedule, period, discriminator). The planned values are stored here from
-- the start, and the result once the occurrence completes. Values that change in between are in
-- `open_occurrences`. So a row is written twice, and the second write changes no indexed column: with free
-- space on its page it touches no index.
CREATE TABLE occurrences (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    schedule_uid   bigint NOT NULL,
    created_at     timestamptz NOT NULL,
    nominal_at     timestamptz NOT NULL,
    due_at         timestamptz NOT NULL,
    period_from    timestamptz,
    period_to      timestamptz,
    revision       bigint NOT NULL,
    tenant         integer NOT NULL,
    priority       smallint NOT NULL,
    trigger        smallint NOT NULL,
    -- 0 while the row is open, whatever `open_occurrences` says.
    state          smallint NOT NULL DEFAULT 0,
    attempt        integer NOT NULL DEFAULT 0,
    fence          bigint NOT NULL DEFAULT 0,
    started_at     timestamptz,
    ended_at       timestamptz,
    blocker        bigint,
    period_key     text COLLATE "C" NOT NULL,
    discriminator  text COLLATE "C" NOT NULL,
    tzdb           text NOT NULL,
    correlation_id text,
    note           text,
    lease_owner    text,
    reason         text,
    message        text,
    target_kind    text,
    target_id      text,
    CHECK ((state >= 2) = (ended_at IS NOT NULL)),
    -- Period keys begin with their date, so rows that are planned together are adjacent in the index.
    UNIQUE (period_key, schedule_uid, discriminator)
) WITH (fillfactor = 45, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
CREATE INDEX occurrences_schedule ON occurrences (schedule_uid, id);
CREATE INDEX occurrences_tenant ON occurrences (tenant, id);
-- Skipped and failed occurrences. A succeeded occurrence never has a reason, so settling it still touches no index.
CREATE INDEX occurrences_reason ON occurrences (tenant, id) WHERE reason IS NOT NULL;

-- Planned and running occurrences only. The size depends on the current work, however long the history is. A
-- claim moves these rows within the index, so they are kept small and vacuumed often.
CREATE TABLE open_occurrences (
    id               bigint PRIMARY KEY,
    schedule_uid     bigint NOT NULL,
    ready_at         timestamptz NOT NULL,
    -- Copies of columns of `occurrences`. An edit or a reopening changes both: a transaction that has locked
    -- this row must see the latest values.
    nominal_at       timestamptz NOT NULL,
    due_at           timestamptz NOT NULL,
    revision         bigint NOT NULL,
    fence            bigint NOT NULL DEFAULT 0,
    lease_until      timestamptz,
    started_at       timestamptz,
    tenant           integer NOT NULL,
    attempt          integer NOT NULL DEFAULT 0,
    priority         smallint NOT NULL,
    trigger          smallint NOT NULL,
    state            smallint NOT NULL DEFAULT 0 CHECK (state IN (0, 1)),
    waits            boolean NOT NULL DEFAULT false,
    cancel_requested boolean NOT NULL DEFAULT false,
    lease_owner      text,
    message          text
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
        autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 50000);
CREATE INDEX open_occurrences_claim ON open_occurrences (tenant, priority, ready_at, id);
-- The open rows of a schedule, with those that have started or wait kept apart, which overlap decisions count.
CREATE INDEX open_occurrences_schedule ON open_occurrences (schedule_uid, (attempt > 0 OR waits));
CREATE INDEX open_occurrences_waiting ON open_occurrences (schedule_uid, due_at, id) WHERE waits;
-- Rows that wait for another run or another attempt, or were released until later. Overdue rows are searched
-- here and at the head of `open_occurrences_claim`, which orders all other rows by due time. Most rows never
-- enter this index.
CREATE INDEX open_occurrences_put_off ON open_occurrences (due_at, id)
    WHERE state = 0 AND (attempt > 0 OR waits OR ready_at <> due_at);

-- Occurrences as users see them: the planned values with the current state or the result.
CREATE VIEW occurrence_rows AS
SELECT o.id, o.tenant, o.schedule_uid, s.id AS schedule_id, o.period_key, o.discriminator, o.nominal_at, o.due_at,
       o.period_from, o.period_to, o.priority, o.trigger, o.correlation_id, o.note, o.revision, o.tzdb, o.created_at,
       coalesce(q.state, o.state) AS state,
       coalesce(q.ready_at, o.ended_at) AS ready_at,
       coalesce(q.waits, false) AS waits,
       coalesce(q.attempt, o.attempt) AS attempt,
       coalesce(q.fence, o.fence) AS fence,
       coalesce(q.lease_owner, o.lease_owner) AS lease_owner,
       q.lease_until,
       coalesce(q.cancel_requested, false) AS cancel_requested,
       coalesce(q.started_at, o.started_at) AS started_at,
       o.ended_at, o.reason,
       coalesce(q.message, o.message) AS message,
       o.blocker, o.target_kind, o.target_id
FROM occurrences o
JOIN schedules s ON s.uid = o.schedule_uid
LEFT JOIN open_occurrences q ON q.id = o.id;

-- Attempts that the occurrence row no longer records.
CREATE TABLE attempts (
    number        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    occurrence_id bigint NOT NULL,
    attempt       integer NOT NULL,
    fence         bigint NOT NULL,
    owner         text NOT NULL,
    started_at    timestamptz,
    ended_at      timestamptz,
    outcome       smallint NOT NULL,
    message       text
);
CREATE INDEX attempts_occurrence ON attempts (occurrence_id, number);

-- Missed occurrences, collapsed. The schedule ID is stored because a gap may outlive its schedule.
CREATE TABLE gaps (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    schedule_uid bigint NOT NULL,
    tenant       integer NOT NULL,
    schedule_id  text COLLATE "C" NOT NULL,
    gap_from     timestamptz NOT NULL,
    gap_to       timestamptz NOT NULL,
    count        bigint NOT NULL,
    reason       text NOT NULL,
    created_at   timestamptz NOT NULL
);
CREATE INDEX gaps_schedule ON gaps (tenant, schedule_id, id);
CREATE INDEX gaps_created ON gaps (created_at);

CREATE TABLE work_items (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant       integer NOT NULL,
    queue        text COLLATE "C" NOT NULL,
    key          text COLLATE "C" NOT NULL,
    payload      text NOT NULL,
    priority     smallint NOT NULL,
    ready_at     timestamptz NOT NULL,
    max_attempts bigint NOT NULL,
    occurrence   bigint,
    state        smallint NOT NULL DEFAULT 0,
    attempt      integer NOT NULL DEFAULT 0,
    fence        bigint NOT NULL DEFAULT 0,
    lease_owner  text,
    lease_until  timestamptz,
    created_at   timestamptz NOT NULL,
    ended_at     timestamptz,
    result       text,
    error        text,
    UNIQUE (tenant, queue, key)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX work_items_claim ON work_items (tenant, queue, priority, ready_at, id) WHERE state < 2;
CREATE INDEX work_items_tenant ON work_items (tenant, id);
CREATE INDEX work_items_ended ON work_items (ended_at) WHERE ended_at IS NOT NULL;

-- A removed document keeps its row without a body, so that version numbers continue.
CREATE TABLE documents (
    tenant     integer NOT NULL,
    kind       text COLLATE "C" NOT NULL,
    name       text COLLATE "C" NOT NULL,
    version    bigint NOT NULL,
    body       text,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (tenant, kind, name)
);

CREATE TABLE marks (
    tenant     integer NOT NULL,
    name       text COLLATE "C" NOT NULL,
    value      text COLLATE "C" NOT NULL,
    until      timestamptz NOT NULL,
    PRIMARY KEY (tenant, name)
);
CREATE INDEX marks_until ON marks (until);

-- Counters with time windows. Their names are separate from those of marks.
CREATE TABLE counts (
    tenant     integer NOT NULL,
    name       text COLLATE "C" NOT NULL,
    count      bigint NOT NULL,
    until      timestamptz NOT NULL,
    PRIMARY KEY (tenant, name)
);
CREATE INDEX counts_until ON counts (until);

CREATE TABLE nodes (
    id         text COLLATE "C" PRIMARY KEY,
    version    text NOT NULL,
    tzdb       text NOT NULL,
    started_at timestamptz NOT NULL,
    until      timestamptz NOT NULL
);

CREATE TABLE audit (
    tenant     integer NOT NULL,
    seq        bigint NOT NULL,
    at         timestamptz NOT NULL,
    actor      text NOT NULL,
    request_id text,
    reason     text,
    action     text NOT NULL,
    object     text NOT NULL,
    detail     text NOT NULL,
    previous   bytea NOT NULL,
    hash       bytea NOT NULL,
    PRIMARY KEY (tenant, seq)
);

-- The tip of each chain, stored separately so that truncation is detected. A transaction that appends locks it.
CREATE TABLE audit_tips (
    tenant integer PRIMARY KEY,
    seq    bigint NOT NULL,
    hash   bytea NOT NULL
);
