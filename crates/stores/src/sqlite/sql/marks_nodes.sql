-- The live nodes. There is one per process, so all of them are returned.
SELECT id, version, tzdb, started_at
FROM nodes
WHERE until > :now
ORDER BY id
