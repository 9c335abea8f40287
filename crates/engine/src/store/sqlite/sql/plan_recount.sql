-- Takes back what was counted for rows that existed already.
UPDATE progress
SET row_count = row_count - :rows
WHERE uid = :uid
