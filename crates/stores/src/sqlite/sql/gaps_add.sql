-- A gap is one row that stands for several missed occurrences.
INSERT INTO gaps (id, tenant, schedule_id, from_at, to_at, count, reason, created_at)
VALUES (:id, :tenant, :schedule_id, :from_at, :to_at, :count, :reason, :created_at)
