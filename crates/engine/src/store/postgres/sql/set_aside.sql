-- Rows that cannot be read would be found first by every claim.
UPDATE open_occurrences
SET ready_at = $2
WHERE id = ANY ($1)
