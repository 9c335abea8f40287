-- A tenant's work items by ID, locked in batch order until the end of the transaction.
SELECT w.id, w.tenant, w.queue, w.key, w.payload, w.priority, w.ready_at, w.max_attempts, w.occurrence, w.state,
       w.attempt, w.fence, w.lease_owner, w.lease_until, w.created_at, w.ended_at, w.result, w.error
FROM unnest($1::bigint[]) AS u (id)
JOIN work_items w ON w.id = u.id AND w.tenant = $2
FOR NO KEY UPDATE OF w
