-- The layout's version is the number of its last migration, which also says who may still work on it. Schemas of before that
-- was said have no such column, so it is looked for in the row as JSON.
SELECT version, (to_jsonb(meta) ->> 'oldest_reader')::bigint FROM meta ORDER BY version DESC LIMIT 1
