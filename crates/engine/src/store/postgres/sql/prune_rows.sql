-- The oldest ended rows that may go, held until the end. By age: rows are numbered as they are made, so the walk ends at
-- the first that was made a day after the limit; the day is for clocks that were set back. By count: only schedules that
-- ever ended more than may stay are looked at.
WITH old AS (
    SELECT o.id
    FROM occurrences o
    WHERE $2::timestamptz IS NOT NULL
      AND o.state >= 2 AND o.ended_at < $2
      AND ($1::integer IS NULL OR o.tenant = $1)
      AND o.id < coalesce((
          SELECT n.id FROM occurrences n WHERE n.created_at >= $2 + interval '1 day' ORDER BY n.id LIMIT 1),
          9223372036854775807)
    ORDER BY o.id
    LIMIT $4
), too_many AS (
    SELECT o.id
    FROM schedules s
    CROSS JOIN LATERAL (
        SELECT k.id
        FROM occurrences k
        WHERE k.schedule_uid = s.uid AND k.state >= 2
        ORDER BY k.id DESC
        OFFSET greatest($3::bigint, 1) - 1
        LIMIT 1) last
    CROSS JOIN LATERAL (
        SELECT k.id
        FROM occurrences k
        WHERE k.schedule_uid = s.uid AND k.state >= 2 AND k.id < last.id
        ORDER BY k.id
        LIMIT $4) o
    WHERE $3::bigint > 0
      AND ($1::integer IS NULL OR s.tenant = $1)
      AND s.generated + s.skipped + s.failed > $3
), gone AS MATERIALIZED (
    SELECT id FROM (SELECT id FROM old UNION SELECT id FROM too_many) all_of_them ORDER BY id LIMIT $4
)
SELECT o.id
FROM gone g
JOIN occurrences o ON o.id = g.id AND o.state >= 2
FOR UPDATE OF o SKIP LOCKED
