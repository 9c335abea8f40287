-- A plan holds only for the schedule as it was read: same revision, same watermark, still active.
SELECT tenant
FROM schedules
WHERE uid = :uid AND revision = :revision AND watermark = :watermark AND status = :active
