-- Removes a mark that has the expected value.
DELETE FROM marks WHERE tenant = $1 AND name = $2 AND value = $3 AND until > $4 RETURNING true
