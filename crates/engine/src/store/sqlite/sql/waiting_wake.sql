-- Lets the first occurrences that wait in a lane be claimed again, after runs of the lane have completed; in any lane where
-- none is named. One that is to be claimed already was woken before. The claim decides whether they start.
UPDATE occurrences
SET at = :now
WHERE id IN (SELECT id FROM occurrences INDEXED BY occurrences_waiting
             WHERE schedule_uid = :uid AND waits = 1 AND at > :now
               AND (:lane IS NULL OR discriminator = :lane) AND (trigger = 3 AND concurrency IS NOT NULL) = :is_beside
             ORDER BY trigger >= 3, nominal_at, id
             LIMIT :completed)
