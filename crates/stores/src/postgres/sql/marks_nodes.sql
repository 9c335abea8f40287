-- The live nodes. There is one per process, and never more than one page of 1,000.
SELECT id, version, tzdb, started_at FROM nodes WHERE until > $1 ORDER BY id LIMIT 1000
