-- Writes the new times of kept occurrences to both tables.
WITH kept AS (
    SELECT u.id, u.nominal_at, u.due_at
    FROM unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) AS u (id, nominal_at, due_at)
), planned AS (
    UPDATE occurrences o
    SET nominal_at = k.nominal_at, due_at = k.due_at, revision = $4, tzdb = $5
    FROM kept k
    WHERE o.id = k.id
)
UPDATE open_occurrences q
SET nominal_at = k.nominal_at, due_at = k.due_at, ready_at = k.due_at, revision = $4, waits = false
FROM kept k
WHERE q.id = k.id
