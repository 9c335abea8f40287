-- One that has ended may still stand there until it is swept; it is written over.
INSERT INTO marks (tenant, kind, name, value, count, until)
VALUES (:tenant, :kind, :name, :value, :count, :until)
ON CONFLICT (tenant, kind, name)
DO UPDATE SET value = excluded.value, count = excluded.count, until = excluded.until
