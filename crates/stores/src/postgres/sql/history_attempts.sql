-- The recorded attempts of an occurrence, oldest first. A reopened occurrence may have many.
SELECT attempt, fence, owner, started_at, ended_at, outcome, message
FROM attempts
WHERE occurrence_id = $1
ORDER BY number
LIMIT 10000
