-- Sets a mark if there is none that has not expired.
INSERT INTO marks (tenant, name, value, until) VALUES ($1, $2, $3, $4)
ON CONFLICT (tenant, name) DO UPDATE SET value = excluded.value, until = excluded.until
WHERE marks.until <= $5
RETURNING true
