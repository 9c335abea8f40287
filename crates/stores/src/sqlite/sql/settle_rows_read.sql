-- Reads only the columns needed to check settlements, for a range of adjacent IDs, because this statement runs
-- for every run.
SELECT id, schedule_uid, state, attempt, fence, lease_owner, started_at, trigger, cancel_requested,
       discriminator
FROM occurrences
WHERE id BETWEEN :first AND :last
ORDER BY id
