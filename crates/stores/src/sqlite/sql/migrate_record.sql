-- Runs in the transaction of the migration that introduces the requirement.
INSERT INTO meta (name, value) VALUES ('oldest_reader', ?1)
ON CONFLICT (name) DO UPDATE SET value = excluded.value
