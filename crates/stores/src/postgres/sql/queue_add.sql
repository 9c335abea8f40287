-- Enqueues work items, with IDs in batch order. An item whose key exists is left unchanged and not returned.
INSERT INTO work_items (tenant, queue, key, payload, priority, ready_at, max_attempts, occurrence, created_at)
SELECT u.tenant, u.queue, u.key, u.payload, u.priority, u.ready_at, u.max_attempts, u.occurrence, $9
FROM unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::smallint[], $6::timestamptz[], $7::bigint[],
            $8::bigint[])
    AS u (tenant, queue, key, payload, priority, ready_at, max_attempts, occurrence)
ON CONFLICT (tenant, queue, key) DO NOTHING
RETURNING id
