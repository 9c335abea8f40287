-- At the very instant of its end a mark is gone.
SELECT value, count, until
FROM marks
WHERE tenant = :tenant AND kind = :kind AND name = :name AND until > :now
