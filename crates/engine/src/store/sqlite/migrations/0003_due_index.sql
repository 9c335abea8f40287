-- Open rows of all tenants by the time a claim may take them: a claim finds due rows without asking every
-- tenant. The other columns spare it the rows themselves.
CREATE INDEX occurrences_due ON occurrences (at, turn, tenant) WHERE state < 2;
