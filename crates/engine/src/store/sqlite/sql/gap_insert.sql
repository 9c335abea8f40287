-- Many missed occurrences in one row.
INSERT INTO gaps (id, tenant, schedule_id, from_at, to_at, count, reason, created_at)
VALUES (:id, :tenant, :schedule_id, :from_at, :to_at, :count, :reason, :created_at)
