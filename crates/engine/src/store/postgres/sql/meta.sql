-- Which migrations were made, and when; it stands before the first of them.
CREATE TABLE IF NOT EXISTS meta (
    version     bigint PRIMARY KEY,
    migrated_at timestamptz NOT NULL DEFAULT clock_timestamp()
)
