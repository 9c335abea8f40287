-- Whether it is worth counting rows at all.
SELECT 1
FROM progress
WHERE row_count > :keep
LIMIT 1
