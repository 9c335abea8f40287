-- Overlap is judged per discriminator. Waiting occurrences form a queue ordered by nominal time, with backfills
-- (triggers 3 and 4) behind all others.

-- Number of occurrences of one backfill that may run at once beside other runs; null for all others.
ALTER TABLE occurrences ADD COLUMN concurrency integer;

-- Copies of columns of `occurrences`. The discriminator is null in rows written by programs that support only
-- the first layout.
ALTER TABLE open_occurrences
    ADD COLUMN discriminator text COLLATE "C",
    ADD COLUMN concurrency integer,
    -- The run that the occurrence waits or waited for.
    ADD COLUMN blocker bigint;

DROP INDEX open_occurrences_waiting;
CREATE INDEX open_occurrences_waiting ON open_occurrences (schedule_uid, (trigger >= 3), nominal_at, id) WHERE waits;

CREATE OR REPLACE VIEW occurrence_rows AS
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
       coalesce(q.blocker, o.blocker) AS blocker,
       o.target_kind, o.target_id, o.concurrency
FROM occurrences o
JOIN schedules s ON s.uid = o.schedule_uid
LEFT JOIN open_occurrences q ON q.id = o.id;
