-- One write for a whole batch; a number that was given is never given again, even if its row goes.
UPDATE meta
SET value = value + :count
WHERE name = 'last_number'
RETURNING value
