-- From the first number on; whoever reads this stops early, which is why there is no limit.
SELECT id, tenant, created_at, ended_at
FROM occurrences
ORDER BY id
