-- Writes the columns of a row that is planned again and that no other transition changes.
UPDATE occurrences
SET created_at = :created_at, tzdb = :tzdb, period_start = :period_start, period_end = :period_end,
    correlation_id = :correlation_id, note = :note, payload = :payload
WHERE id = :id
