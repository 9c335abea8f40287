-- Which migrations were made, when, and the oldest layout whose programs can still work on what each makes; it stands before the
-- first of them.
CREATE TABLE IF NOT EXISTS meta (
    version       bigint PRIMARY KEY,
    oldest_reader bigint,
    migrated_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);
ALTER TABLE meta ADD COLUMN IF NOT EXISTS oldest_reader bigint
