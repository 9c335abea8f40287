-- Inserts gaps, with IDs in batch order. The schedule ID is stored with each gap.
INSERT INTO gaps (schedule_uid, tenant, schedule_id, gap_from, gap_to, count, reason, created_at)
SELECT s.uid, s.tenant, s.id, u.gap_from, u.gap_to, u.count, u.reason, $6
FROM unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[], $4::bigint[], $5::text[])
    AS u (schedule_uid, gap_from, gap_to, count, reason)
JOIN schedules s ON s.uid = u.schedule_uid
