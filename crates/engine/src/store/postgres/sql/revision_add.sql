-- The record of a change; labels are kept apart so that lists can select by them.
INSERT INTO revisions (schedule_uid, revision, at, by, change, definition, labels)
VALUES ($1, $2, $3, $4, $5, $6, $7)
