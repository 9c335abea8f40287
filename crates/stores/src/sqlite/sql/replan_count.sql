-- Counts the rows that an edit added.
UPDATE progress
SET row_count = row_count + :rows
WHERE uid = :uid
