-- Deletes a dead letter that a person discarded.
DELETE FROM work_items WHERE id = :id
