-- Checked before the schema is created: a role that may not create schemas can still use an existing one.
SELECT to_regnamespace(quote_ident($1)) IS NOT NULL
