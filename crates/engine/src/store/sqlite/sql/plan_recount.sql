-- Takes back what was counted for rows that existed already.
UPDATE schedules
SET runs = runs - :counted, row_count = row_count - :rows
WHERE uid = :uid
