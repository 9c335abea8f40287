-- The earliest of those that wait are ready at once; the claim that finds them decides whether they start. What is ready
-- already has been given an earlier place.
UPDATE occurrences
SET ready_at = :now
WHERE id IN (SELECT id FROM occurrences INDEXED BY occurrences_open
             WHERE schedule_uid = :uid AND ended_at IS NULL AND is_busy = 1 AND waits = 1 AND ready_at > :now
             ORDER BY due_at, id
             LIMIT :places)
