-- Asked before making it: a role that may not make schemas can still use one that is there.
SELECT to_regnamespace(quote_ident($1)) IS NOT NULL
