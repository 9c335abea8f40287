-- Payload of a single run, which replaces the payload of its schedule. A program that does not know the column
-- would send the wrong payload, so it can no longer use the store.
ALTER TABLE occurrences
    ADD COLUMN payload text,
    -- Time at which a person discarded a dead letter. The occurrence stays failed.
    ADD COLUMN discarded_at timestamptz;

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
       o.target_kind, o.target_id, o.concurrency, o.payload, o.discarded_at
FROM occurrences o
JOIN schedules s ON s.uid = o.schedule_uid
LEFT JOIN open_occurrences q ON q.id = o.id;
