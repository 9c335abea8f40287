-- Gaps, numbered in the batch's order.
INSERT INTO gaps (schedule_uid, tenant, schedule_id, gap_from, gap_to, count, reason, created_at)
SELECT u.schedule_uid, u.tenant, u.schedule_id, u.gap_from, u.gap_to, u.count, u.reason, $8
FROM unnest($1::bigint[], $2::integer[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::bigint[], $7::text[])
    AS u (schedule_uid, tenant, schedule_id, gap_from, gap_to, count, reason)
