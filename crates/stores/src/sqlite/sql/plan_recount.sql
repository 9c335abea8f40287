-- Corrects the row count for rows that already existed.
UPDATE progress
SET row_count = row_count - :rows
WHERE uid = :uid
