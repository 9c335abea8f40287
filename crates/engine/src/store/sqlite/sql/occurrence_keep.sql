-- What a new look at the rule changes of a row that it keeps; its key, and so its identity, stays.
UPDATE occurrences
SET nominal_at = :nominal_at, due_at = nullif(:due_at, :nominal_at), at = :ready_at, revision = :revision, tzdb = :tzdb,
    waits = :waits, turn = :turn
WHERE id = :id
