-- Sets the columns that never change. The statement that every change uses writes the others.
INSERT INTO schedules (uid, tenant, id, created_at, revision, status, overlap, delivery, max_attempts, defined_in, source,
                       status_by, updated_at)
VALUES (:uid, :tenant, :id, :created_at, 0, 0, 0, 0, 0, 0, 0, '', 0)
