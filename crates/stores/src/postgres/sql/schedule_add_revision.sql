-- Records a change. Labels have their own column so that lists can filter by them.
INSERT INTO revisions (schedule_uid, revision, at, by, change, definition, labels)
VALUES ($1, $2, $3, $4, $5, $6, $7)
