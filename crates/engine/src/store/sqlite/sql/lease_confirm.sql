-- What decides whether a leased row may begin; nothing when someone else has it.
SELECT schedule_uid, trigger, revision, coalesce(due_at, nominal_at)
FROM occurrences
WHERE id = :id AND fence = :fence AND state = 1
