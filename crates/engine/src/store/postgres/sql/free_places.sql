-- Lets the earliest of those that wait be looked at, one for each place that became free; what is to be looked at already
-- has been given an earlier place. As a rule nobody waits, and one look at an empty index ends it. One that someone holds
-- is being claimed or skipped and needs no waking. The choice is made once, before anything is written: made again for
-- every row, it would pass over those just written and take the next. Whoever may claim them is told, ourselves included;
-- the channel is named after the schema.
WITH woken AS MATERIALIZED (
    SELECT w.id
    FROM unnest($1::bigint[], $2::bigint[]) AS u (uid, places)
    CROSS JOIN LATERAL (
        SELECT w.id
        FROM open_occurrences w
        WHERE w.schedule_uid = u.uid AND w.waits AND w.ready_at > $3
        ORDER BY w.due_at, w.id
        LIMIT u.places
        FOR NO KEY UPDATE SKIP LOCKED) w
    WHERE EXISTS (SELECT FROM open_occurrences e WHERE e.waits)
), written AS (
    UPDATE open_occurrences q SET ready_at = $3 FROM woken w WHERE q.id = w.id RETURNING q.id
)
SELECT pg_notify(current_schema(), '') WHERE EXISTS (SELECT FROM written)
