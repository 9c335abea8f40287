-- Locks a schedule, deleted or not, and its planning row until the end of the transaction.
SELECT s.uid
FROM schedules s
JOIN planning p ON p.uid = s.uid
WHERE s.uid = $1
FOR NO KEY UPDATE OF s, p
