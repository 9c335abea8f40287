-- Postpones a row that cannot be read. Otherwise every claim would find it first.
UPDATE occurrences
SET at = ?2
WHERE id = ?1
