-- How many rows a schedule has in the ledger: a deleted one goes with its last.
UPDATE progress
SET row_count = row_count + :more
WHERE uid = :uid
