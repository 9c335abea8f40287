-- Jumps in the index of open rows to the next tenant and turn that has any, and to its earliest row. A pair would not do: SQLite
-- searches for those that are not less than it, and then walks through all rows of the last run.
SELECT tenant, turn, at
FROM occurrences INDEXED BY occurrences_ready
WHERE state < 2 AND (tenant, turn, at) > (:tenant, :turn, 9223372036854775807)
ORDER BY tenant, turn, at
LIMIT 1
