-- Seeks in the index of open rows to the next tenant and turn that has any row, and to its earliest row. The
-- comparison needs all three columns: for a pair, SQLite seeks to the first entry that is not less than the
-- pair and then steps through every row of the previous tenant and turn.
SELECT tenant, turn, at
FROM occurrences INDEXED BY occurrences_ready
WHERE state < 2 AND (tenant, turn, at) > (:tenant, :turn, 9223372036854775807)
ORDER BY tenant, turn, at
LIMIT 1
