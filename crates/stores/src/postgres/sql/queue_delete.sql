-- Deletes dead letters that a person discarded.
DELETE FROM work_items WHERE id = ANY ($1)
