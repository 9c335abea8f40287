-- Removes a mark that has the value that is expected.
DELETE FROM marks WHERE tenant = $1 AND name = $2 AND value = $3 AND until > $4 RETURNING true
