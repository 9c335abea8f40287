-- A new item waits until its ready time.
INSERT INTO work_items (id, tenant, queue, key, priority, ready_at, max_attempts, created_at, occurrence, payload)
VALUES (:id, :tenant, :queue, :key, :priority, :ready_at, :max_attempts, :created_at, :occurrence, :payload)
