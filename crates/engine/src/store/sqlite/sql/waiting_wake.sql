-- The earliest of those that wait are ready at once; the claim that finds them decides whether they start. What is ready
-- already has been given an earlier place.
UPDATE occurrences
SET at = :now
WHERE id IN (SELECT id FROM occurrences INDEXED BY occurrences_waiting
             WHERE schedule_uid = :uid AND waits = 1 AND at > :now
             ORDER BY coalesce(due_at, nominal_at), id
             LIMIT :places)
