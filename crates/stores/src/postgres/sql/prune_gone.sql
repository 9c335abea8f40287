-- Removes those of the given deleted schedules that have no occurrence left, with their planning rows and revisions.
WITH gone AS (
    DELETE FROM schedules s
    USING unnest($1::bigint[]) AS u (uid)
    WHERE s.uid = u.uid AND s.gone <> 0
      AND ($2::integer IS NULL OR s.tenant = $2)
      AND NOT EXISTS (SELECT FROM occurrences o WHERE o.schedule_uid = s.uid)
    RETURNING s.uid
), plans AS (
    DELETE FROM planning p USING gone g WHERE p.uid = g.uid
), changes AS (
    DELETE FROM revisions r USING gone g WHERE r.schedule_uid = g.uid
)
SELECT count(*) FROM gone
