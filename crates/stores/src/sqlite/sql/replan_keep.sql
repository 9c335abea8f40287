-- The columns that replanning changes in a row it keeps. The key, and therefore the identity, stays the same.
UPDATE occurrences
SET nominal_at = :nominal_at, due_at = nullif(:due_at, :nominal_at), at = :ready_at, revision = :revision, tzdb = :tzdb,
    waits = :waits, turn = :turn
WHERE id = :id
