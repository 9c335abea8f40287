-- Discards a failed occurrence. It stays failed.
UPDATE occurrences SET discarded_at = $2 WHERE id = $1
