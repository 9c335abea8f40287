-- Makes the first waiting occurrences of a lane claimable again after runs of the lane have completed. If
-- `:lane` is null, the occurrences may be in any lane. Occurrences that are already claimable were woken
-- before. The claim decides whether they start.
UPDATE occurrences
SET at = :now
WHERE id IN (SELECT id FROM occurrences INDEXED BY occurrences_waiting
             WHERE schedule_uid = :uid AND waits = 1 AND at > :now
               AND (:lane IS NULL OR discriminator = :lane) AND (trigger = 3 AND concurrency IS NOT NULL) = :is_beside
             ORDER BY trigger >= 3, nominal_at, id
             LIMIT :completed)
