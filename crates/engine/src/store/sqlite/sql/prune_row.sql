-- Its attempts go with it.
DELETE FROM occurrences
WHERE id = :id
