-- The next deleted schedules by uid.
SELECT s.uid FROM schedules s WHERE s.gone <> 0 AND s.uid > $1 ORDER BY s.uid LIMIT $2
