-- Maintains the number of ledger rows of a schedule. A deleted schedule is removed with its last row.
UPDATE progress
SET row_count = row_count + :more
WHERE uid = :uid
