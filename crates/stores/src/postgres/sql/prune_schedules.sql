-- The next schedules by uid.
SELECT s.uid FROM schedules s WHERE s.uid > $1 ORDER BY s.uid LIMIT $2
