-- The last number that was given to a row.
SELECT value FROM meta WHERE name = 'last_number'
