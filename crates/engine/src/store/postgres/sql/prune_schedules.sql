-- The next schedules by number.
SELECT s.uid FROM schedules s WHERE s.uid > $1 ORDER BY s.uid LIMIT $2
