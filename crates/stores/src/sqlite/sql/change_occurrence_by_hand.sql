-- Writes the columns that only a person's change alters. Most changes leave them as they are.
UPDATE occurrences
SET payload = :payload, discarded_at = :discarded_at
WHERE id = :id
