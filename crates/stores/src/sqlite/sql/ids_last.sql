-- The last row ID that was assigned.
SELECT value FROM meta WHERE name = 'last_number'
