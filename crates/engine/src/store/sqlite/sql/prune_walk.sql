-- From the first number on; whoever reads this stops early, which is why there is no limit.
SELECT id, created_at, ended_at
FROM occurrences
WHERE :nobody IS NULL
ORDER BY id
