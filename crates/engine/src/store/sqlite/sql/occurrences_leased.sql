-- What workers' reports are judged by, and no more, for numbers that are neighbours: this is read for every run.
SELECT id, schedule_uid, state, attempt, fence, lease_owner, started_at, trigger, cancel_requested,
       discriminator
FROM occurrences
WHERE id BETWEEN :first AND :last
ORDER BY id
