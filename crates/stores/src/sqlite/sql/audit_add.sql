-- The sequence number is part of the primary key, so two entries can never have the same one.
INSERT INTO audit (tenant, seq, at, actor, request_id, reason, action, object, detail, previous, hash)
VALUES (:tenant, :seq, :at, :actor, :request_id, :reason, :action, :object, :detail, :previous, :hash)
