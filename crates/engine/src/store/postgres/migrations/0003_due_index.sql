-- Open rows of all tenants by the time a claim may take them: a claim finds due rows without asking every
-- tenant.
CREATE INDEX open_occurrences_due ON open_occurrences (ready_at, id);
