-- Locks the schedule with an ID that is not deleted, and its planning row, until the end of the transaction.
-- Planning and other changes of the schedule wait; claims skip it. A transaction that locks both rows locks the
-- schedule first.
SELECT s.uid
FROM schedules s
JOIN planning p ON p.uid = s.uid
WHERE s.tenant = $1 AND s.id = $2 AND s.gone = 0
FOR NO KEY UPDATE OF s, p
