-- Newest first. The cursor is the last revision of the previous page.
SELECT revision, at, by, change, definition
FROM revisions
WHERE schedule_uid = :schedule_uid AND revision < :before
ORDER BY revision DESC
LIMIT :limit
