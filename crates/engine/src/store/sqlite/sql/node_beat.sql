-- A node that lives says so again and again.
INSERT INTO nodes (id, version, tzdb, started_at, until)
VALUES (:id, :version, :tzdb, :started_at, :until)
ON CONFLICT (id) DO UPDATE SET version = excluded.version, tzdb = excluded.tzdb, started_at = excluded.started_at,
                               until = excluded.until
