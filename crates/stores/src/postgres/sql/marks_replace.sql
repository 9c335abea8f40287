-- Replaces a mark that has the expected value.
UPDATE marks SET value = $4, until = $5 WHERE tenant = $1 AND name = $2 AND value = $3 AND until > $6 RETURNING true
