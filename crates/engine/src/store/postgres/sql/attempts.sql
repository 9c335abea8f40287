-- The recorded attempts at a row, the first one first. A reopened row may have many; each was made by a worker.
SELECT attempt, fence, owner, started_at, ended_at, outcome, message
FROM attempts
WHERE occurrence_id = $1
ORDER BY number
LIMIT 10000
