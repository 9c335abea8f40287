-- An expired mark remains in the table until it is swept. This statement overwrites it.
INSERT INTO marks (tenant, kind, name, value, count, until)
VALUES (:tenant, :kind, :name, :value, :count, :until)
ON CONFLICT (tenant, kind, name)
DO UPDATE SET value = excluded.value, count = excluded.count, until = excluded.until
