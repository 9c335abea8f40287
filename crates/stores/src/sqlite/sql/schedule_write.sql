-- The columns that a change requested by a person may alter. The fields of the definition that a claim needs
-- are stored in columns of their own.
UPDATE schedules
SET revision = :revision, status = :status, overlap = :overlap, max_concurrent = :max_concurrent, delivery = :delivery,
    max_attempts = :max_attempts, next_due_at = :next_due_at,
    defined_in = CASE WHEN :has_definition THEN :revision ELSE defined_in END, source = :source,
    status_by = :status_by, status_text = :status_text, status_until = :status_until, updated_at = :updated_at
WHERE uid = :uid
