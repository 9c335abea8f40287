-- The rows with the given keys that an edit superseded before their first attempt, locked until the end of the
-- transaction.
SELECT u.ordinal, o.id, o.fence
FROM unnest($1::bigint[], $2::text[], $3::text[]) WITH ORDINALITY AS u (schedule_uid, period_key, discriminator, ordinal)
JOIN occurrences o
    ON o.period_key = u.period_key AND o.schedule_uid = u.schedule_uid AND o.discriminator = u.discriminator
WHERE o.state = 3 AND o.reason = 'superseded' AND o.attempt = 0
ORDER BY o.id, u.ordinal
FOR NO KEY UPDATE OF o
