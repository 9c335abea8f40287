-- Postpones rows that cannot be read. Otherwise every claim would find them first.
UPDATE open_occurrences
SET ready_at = $2
WHERE id = ANY ($1)
