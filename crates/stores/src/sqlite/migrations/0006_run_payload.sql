-- Payload of a single run, which replaces the payload of its schedule. A program that does not know the column
-- would send the wrong payload, so it can no longer use the store.
ALTER TABLE occurrences ADD COLUMN payload TEXT;
-- Time at which a person discarded a dead letter. The occurrence stays failed.
ALTER TABLE occurrences ADD COLUMN discarded_at INTEGER;
