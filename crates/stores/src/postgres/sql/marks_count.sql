-- Adds to a counter. A new window begins with the first addition after the last window ended.
INSERT INTO counts (tenant, name, count, until) VALUES ($1, $2, $3, $4)
ON CONFLICT (tenant, name) DO UPDATE
SET count = CASE WHEN counts.until <= $5 THEN 0 ELSE counts.count END + excluded.count,
    until = CASE WHEN counts.until <= $5 THEN excluded.until ELSE counts.until END
RETURNING count
