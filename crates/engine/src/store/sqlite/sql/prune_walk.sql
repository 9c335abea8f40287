-- From the first number on; whoever reads this stops early, which is why there is no limit.
SELECT id, tenant, created_at, CASE WHEN state >= 2 THEN at END
FROM occurrences
ORDER BY id
