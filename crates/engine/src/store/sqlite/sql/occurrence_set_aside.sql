-- A row that cannot be read would be found first by every claim.
UPDATE occurrences
SET at = ?2
WHERE id = ?1
