-- Every change is recorded. The definition is stored only if the change affected it.
INSERT INTO revisions (schedule_uid, revision, at, by, change, definition)
VALUES (:schedule_uid, :revision, :at, :by, :change, :definition)
