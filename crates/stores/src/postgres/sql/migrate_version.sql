-- The layout version is the number of the last migration, whose row also names the oldest supported reader.
-- Older schemas do not have that column, so it is read from the row as JSON.
SELECT version, (to_jsonb(meta) ->> 'oldest_reader')::bigint FROM meta ORDER BY version DESC LIMIT 1
