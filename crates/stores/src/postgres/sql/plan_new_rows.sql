-- Inserts plain occurrences, with IDs in batch order, none of which may exist yet. Normally none does, and a
-- rejection by the unique key is cheaper than a check of every row first. Columns that hardly any row uses are
-- not sent.
WITH added AS (
    INSERT INTO occurrences (schedule_uid, tenant, revision, tzdb, period_key, discriminator, nominal_at, due_at,
                             period_from, period_to, priority, trigger, created_at)
    SELECT u.schedule_uid, u.tenant, u.revision, $11, u.period_key, '', u.nominal_at, u.due_at, u.period_from,
           u.period_to, u.priority, u.trigger, $12
    FROM unnest($1::bigint[], $2::integer[], $3::bigint[], $4::text[], $5::timestamptz[], $6::timestamptz[],
                $7::timestamptz[], $8::timestamptz[], $9::smallint[], $10::smallint[])
        AS u (schedule_uid, tenant, revision, period_key, nominal_at, due_at, period_from, period_to, priority, trigger)
    RETURNING id, schedule_uid, tenant, priority, nominal_at, due_at, revision, trigger
)
INSERT INTO open_occurrences (id, schedule_uid, tenant, priority, ready_at, nominal_at, due_at, revision, trigger,
                              discriminator)
SELECT id, schedule_uid, tenant, priority, due_at, nominal_at, due_at, revision, trigger, '' FROM added
