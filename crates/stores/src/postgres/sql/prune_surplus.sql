-- The oldest completed occurrences of schedules that have more than $4 of them, all except the latest $3. Only
-- schedules that ever completed more than $4 are examined.
SELECT o.id
FROM unnest($1::bigint[]) AS u (uid)
JOIN schedules s ON s.uid = u.uid
CROSS JOIN LATERAL (
    SELECT k.id
    FROM occurrences k
    WHERE k.schedule_uid = s.uid AND k.state >= 2
    ORDER BY k.id DESC
    OFFSET $4::bigint
    LIMIT 1) over
CROSS JOIN LATERAL (
    SELECT k.id
    FROM occurrences k
    WHERE k.schedule_uid = s.uid AND k.state >= 2
    ORDER BY k.id DESC
    OFFSET $3::bigint - 1
    LIMIT 1) last
CROSS JOIN LATERAL (
    SELECT k.id
    FROM occurrences k
    WHERE k.schedule_uid = s.uid AND k.state >= 2 AND k.id < last.id
    ORDER BY k.id
    LIMIT $5) o
WHERE ($2::integer IS NULL OR s.tenant = $2) AND s.generated + s.skipped + s.failed > $4
LIMIT $5
