-- Open rows of all tenants by the time from which a claim may take them. A claim finds due rows without a query
-- per tenant.
CREATE INDEX open_occurrences_due ON open_occurrences (ready_at, id);
