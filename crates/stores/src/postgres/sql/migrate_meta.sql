-- The applied migrations: when each was applied, and the oldest layout whose programs can still work on the
-- result. The table exists before the first migration.
CREATE TABLE IF NOT EXISTS meta (
    version       bigint PRIMARY KEY,
    oldest_reader bigint,
    migrated_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);
ALTER TABLE meta ADD COLUMN IF NOT EXISTS oldest_reader bigint
