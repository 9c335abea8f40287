-- Which of a batch of schedules are as their planner saw them. They are held, in the batch's order, until the end.
SELECT s.uid, s.tenant, s.id
FROM unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) AS u (uid, revision, watermark)
JOIN schedules s ON s.uid = u.uid AND s.revision = u.revision AND s.watermark = u.watermark AND s.status = 0
FOR NO KEY UPDATE OF s
