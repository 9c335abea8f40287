-- Sets a mark where there is none that still lasts.
INSERT INTO marks (tenant, name, value, until) VALUES ($1, $2, $3, $4)
ON CONFLICT (tenant, name) DO UPDATE SET value = excluded.value, until = excluded.until
WHERE marks.until <= $5
RETURNING true
