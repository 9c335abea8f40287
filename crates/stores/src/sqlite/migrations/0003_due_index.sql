-- Open rows of all tenants by the time from which a claim may take them. A claim finds due rows without a query
-- per tenant. The other columns make the index covering, so that the claim does not read the rows.
CREATE INDEX occurrences_due ON occurrences (at, turn, tenant) WHERE state < 2;
