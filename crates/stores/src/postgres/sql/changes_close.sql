-- Removes completed rows from the open ones.
DELETE FROM open_occurrences q USING unnest($1::bigint[]) AS u (id) WHERE q.id = u.id
