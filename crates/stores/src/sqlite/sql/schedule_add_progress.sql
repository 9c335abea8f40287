-- Every schedule has a progress row. The values are written by the statement that every change uses.
INSERT INTO progress (uid, watermark)
VALUES (:uid, 0)
