-- Lets the first occurrences that wait in a lane be claimed again, one for each run of the lane that has completed; in any
-- lane of a schedule that allows all runs at once (4). One that is to be claimed already was woken before. As a rule none
-- waits, and one look at an empty index ends it. One that someone holds is being claimed or skipped and needs no waking. The
-- choice is made once, before anything is written: made again for every row, it would pass over those just written and take
-- the next. All nodes are notified, this one included; the channel has the name of the schema.
WITH completed AS MATERIALIZED (
    SELECT u.uid, CASE WHEN s.overlap = 4 THEN NULL ELSE u.lane END AS lane, sum(u.runs) AS runs
    FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS u (uid, lane, runs)
    JOIN schedules s ON s.uid = u.uid
    WHERE EXISTS (SELECT FROM open_occurrences e WHERE e.waits)
    GROUP BY 1, 2
), woken AS MATERIALIZED (
    SELECT w.id
    FROM completed c
    CROSS JOIN (VALUES (false), (true)) AS b (is_beside)
    CROSS JOIN LATERAL (
        SELECT w.id
        FROM open_occurrences w
        WHERE w.schedule_uid = c.uid AND w.waits AND w.ready_at > $4
          AND (w.trigger = 3 AND w.concurrency IS NOT NULL) = b.is_beside
          AND (c.lane IS NULL
               OR coalesce(w.discriminator, (SELECT o.discriminator FROM occurrences o WHERE o.id = w.id)) = c.lane)
        ORDER BY w.trigger >= 3, w.nominal_at, w.id
        LIMIT c.runs
        FOR NO KEY UPDATE OF w SKIP LOCKED) w
), written AS (
    UPDATE open_occurrences q SET ready_at = $4 FROM woken w WHERE q.id = w.id RETURNING q.id
)
SELECT pg_notify(current_schema(), '') WHERE EXISTS (SELECT FROM written)
