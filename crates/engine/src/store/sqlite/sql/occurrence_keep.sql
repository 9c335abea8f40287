-- What a new look at the rule changes of a row that it keeps; its key, and so its identity, stays.
UPDATE occurrences
SET nominal_at = :nominal_at, due_at = :due_at, ready_at = :ready_at, revision = :revision, tzdb = :tzdb,
    waits = :waits
WHERE id = :id
