-- Counts the rows that an edit has added.
UPDATE progress
SET row_count = row_count + :rows
WHERE uid = :uid
