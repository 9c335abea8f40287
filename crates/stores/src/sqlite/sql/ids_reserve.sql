-- One write reserves the IDs of a whole batch. An assigned ID is never reused, even after its row is deleted.
UPDATE meta
SET value = value + :count
WHERE name = 'last_number'
RETURNING value
