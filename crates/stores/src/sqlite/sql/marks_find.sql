-- A mark no longer exists at the exact instant it expires.
SELECT value, count, until
FROM marks
WHERE tenant = :tenant AND kind = :kind AND name = :name AND until > :now
