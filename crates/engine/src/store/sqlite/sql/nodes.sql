-- Those that live; there are as many as processes, so all are given.
SELECT id, version, tzdb, started_at
FROM nodes
WHERE until > :now
ORDER BY id
