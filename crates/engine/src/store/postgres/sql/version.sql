-- The layout's version is the number of its last migration.
SELECT coalesce(max(version), 0) FROM meta
