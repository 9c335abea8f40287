-- The time from which the first open row may be claimed.
SELECT at
FROM occurrences INDEXED BY occurrences_due
WHERE state < 2
ORDER BY at
LIMIT 1
