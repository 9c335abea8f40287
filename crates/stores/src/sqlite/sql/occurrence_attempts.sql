-- Returns attempts in the order in which they were recorded.
SELECT number, fence, owner, started_at, ended_at, outcome, message
FROM attempts
WHERE occurrence = :occurrence
ORDER BY number_in_store
