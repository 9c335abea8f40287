-- A schedule, living or deleted, held until the end, and how far it is planned.
SELECT s.uid
FROM schedules s
JOIN planning p ON p.uid = s.uid
WHERE s.uid = $1
FOR NO KEY UPDATE OF s, p
