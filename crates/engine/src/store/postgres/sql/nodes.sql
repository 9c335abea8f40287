-- The nodes that live. There are as many as processes, and never more than a page of a thousand.
SELECT id, version, tzdb, started_at FROM nodes WHERE until > $1 ORDER BY id LIMIT 1000
