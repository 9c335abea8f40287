-- Inserts occurrences, with IDs in batch order. An existing row is left unchanged and not returned.
WITH added AS (
    INSERT INTO occurrences (schedule_uid, tenant, revision, tzdb, period_key, discriminator, nominal_at, due_at,
                             period_from, period_to, priority, trigger, correlation_id, note, created_at,
                             concurrency, payload)
    SELECT u.schedule_uid, u.tenant, u.revision, u.tzdb, u.period_key, u.discriminator, u.nominal_at, u.due_at,
           u.period_from, u.period_to, u.priority, u.trigger, u.correlation_id, u.note, $16, u.concurrency, u.payload
    FROM unnest($1::bigint[], $2::integer[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::timestamptz[],
                $8::timestamptz[], $9::timestamptz[], $10::timestamptz[], $11::smallint[], $12::smallint[],
                $13::text[], $14::text[], $15::integer[], $17::text[])
        AS u (schedule_uid, tenant, revision, tzdb, period_key, discriminator, nominal_at, due_at, period_from,
              period_to, priority, trigger, correlation_id, note, concurrency, payload)
    ON CONFLICT (period_key, schedule_uid, discriminator) DO NOTHING
    RETURNING id, schedule_uid, tenant, priority, nominal_at, due_at, revision, trigger, discriminator, concurrency
), opened AS (
    INSERT INTO open_occurrences (id, schedule_uid, tenant, priority, ready_at, nominal_at, due_at, revision, trigger,
                                  discriminator, concurrency)
    SELECT id, schedule_uid, tenant, priority, due_at, nominal_at, due_at, revision, trigger, discriminator, concurrency
    FROM added
)
SELECT id, schedule_uid, trigger FROM added
