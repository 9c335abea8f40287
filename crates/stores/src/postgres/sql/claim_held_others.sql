-- Number of other occurrences of these schedules that have started or wait, by discriminator and trigger. This
-- must be a separate statement that starts after the schedules are locked: only then does its snapshot include
-- the previous claim.
SELECT q.schedule_uid, coalesce(q.discriminator, o.discriminator) AS lane, q.trigger, q.concurrency IS NOT NULL AS is_beside,
       count(*) FILTER (WHERE q.attempt > 0), min(q.id) FILTER (WHERE q.attempt > 0),
       count(*) FILTER (WHERE q.attempt = 0),
       (array_agg(q.nominal_at ORDER BY q.nominal_at, q.id) FILTER (WHERE q.attempt = 0))[1],
       (array_agg(q.id ORDER BY q.nominal_at, q.id) FILTER (WHERE q.attempt = 0))[1]
FROM unnest($1::bigint[]) AS u (uid)
JOIN open_occurrences q ON q.schedule_uid = u.uid AND (q.attempt > 0 OR q.waits)
LEFT JOIN occurrences o ON q.discriminator IS NULL AND o.id = q.id
WHERE q.id <> ALL ($2)
GROUP BY q.schedule_uid, lane, q.trigger, is_beside
