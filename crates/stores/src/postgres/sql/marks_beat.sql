-- Records the heartbeat of a node.
INSERT INTO nodes (id, version, tzdb, started_at, until) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (id) DO UPDATE
SET version = excluded.version, tzdb = excluded.tzdb, started_at = excluded.started_at, until = excluded.until
