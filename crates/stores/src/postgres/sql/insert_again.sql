-- Plans superseded rows again: their result is cleared, and all planned values are new.
WITH again AS (
    UPDATE occurrences o
    SET state = 0, revision = u.revision, tzdb = u.tzdb, nominal_at = u.nominal_at, due_at = u.due_at,
        period_from = u.period_from, period_to = u.period_to, priority = u.priority, trigger = u.trigger,
        correlation_id = u.correlation_id, note = u.note, concurrency = u.concurrency, payload = u.payload, created_at = $14, attempt = 0,
        fence = 0, started_at = NULL, ended_at = NULL, blocker = NULL, lease_owner = NULL, reason = NULL,
        message = NULL, target_kind = NULL, target_id = NULL
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::timestamptz[], $6::timestamptz[],
                $7::timestamptz[], $8::timestamptz[], $9::smallint[], $10::smallint[], $11::text[], $12::text[],
                $13::integer[], $15::text[])
        AS u (id, fence, revision, tzdb, nominal_at, due_at, period_from, period_to, priority, trigger,
              correlation_id, note, concurrency, payload)
    WHERE o.id = u.id
    RETURNING o.id, o.schedule_uid, o.tenant, o.priority, o.nominal_at, o.due_at, o.revision, o.trigger,
              o.discriminator, o.concurrency, u.fence
)
INSERT INTO open_occurrences (id, schedule_uid, tenant, priority, ready_at, nominal_at, due_at, revision, trigger,
                              discriminator, concurrency, fence)
SELECT id, schedule_uid, tenant, priority, due_at, nominal_at, due_at, revision, trigger, discriminator, concurrency,
       fence
FROM again
