-- Makes the first waiting occurrences of a lane claimable again, one for each completed run of the lane. In a
-- schedule that allows all runs at once (overlap 4), they may be in any lane. Occurrences that are already
-- claimable were woken before. Normally none waits, and one lookup in an empty index is enough. A locked row is
-- being claimed or skipped and needs no waking. The choice is made once, before anything is written: evaluated
-- again for every row, it would skip the rows just written and take the next ones. All nodes are notified,
-- including this one; the channel is named after the schema.
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
