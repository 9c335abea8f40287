-- The living schedule of a name, held until the end, and how far it is planned: planning, claims and other changes of it
-- wait or pass it over. Whoever holds both holds the schedule first.
SELECT s.uid
FROM schedules s
JOIN planning p ON p.uid = s.uid
WHERE s.tenant = $1 AND s.id = $2 AND s.gone = 0
FOR NO KEY UPDATE OF s, p
