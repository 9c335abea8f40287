-- Every change is kept; the definition only where it was touched.
INSERT INTO revisions (schedule_uid, revision, at, by, change, definition)
VALUES (:schedule_uid, :revision, :at, :by, :change, :definition)
