-- Records the heartbeat of a running node.
INSERT INTO nodes (id, version, tzdb, started_at, until)
VALUES (:id, :version, :tzdb, :started_at, :until)
ON CONFLICT (id) DO UPDATE SET version = excluded.version, tzdb = excluded.tzdb, started_at = excluded.started_at,
                               until = excluded.until
