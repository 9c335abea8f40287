-- The occurrences with the given keys, and their current state.
SELECT u.ordinal, o.id, coalesce(q.state, o.state)
FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS u (period_key, discriminator, ordinal)
JOIN occurrences o
    ON o.period_key = u.period_key AND o.schedule_uid = $1 AND o.discriminator = u.discriminator
LEFT JOIN open_occurrences q ON q.id = o.id
ORDER BY u.ordinal
