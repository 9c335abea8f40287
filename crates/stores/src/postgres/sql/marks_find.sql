-- Returns a mark that has not expired.
SELECT value, until FROM marks WHERE tenant = $1 AND name = $2 AND until > $3
