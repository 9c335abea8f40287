-- Writes the new times and revisions of kept occurrences to both tables.
WITH kept AS (
    SELECT u.id, u.nominal_at, u.due_at, u.revision, u.tzdb
    FROM unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[], $4::bigint[], $5::text[])
        AS u (id, nominal_at, due_at, revision, tzdb)
), planned AS (
    UPDATE occurrences o
    SET nominal_at = k.nominal_at, due_at = k.due_at, revision = k.revision, tzdb = k.tzdb
    FROM kept k
    WHERE o.id = k.id
)
UPDATE open_occurrences q
SET nominal_at = k.nominal_at, due_at = k.due_at, ready_at = k.due_at, revision = k.revision, waits = false
FROM kept k
WHERE q.id = k.id
