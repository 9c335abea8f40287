-- The definitions in effect at given revisions: for each, the latest one written up to that revision, in
-- request order.
SELECT (SELECT r.definition
        FROM revisions r
        WHERE r.schedule_uid = w.uid AND r.revision <= w.revision AND r.definition IS NOT NULL
        ORDER BY r.revision DESC
        LIMIT 1)
FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS w (uid, revision, place)
ORDER BY w.place
