#!lua
-- Sets a mark unless one exists that has not expired, and returns the existing one. The time is the caller's,
-- never the server's.
-- KEYS: the mark, the expiries. ARGV: now, until, value. A mark is stored as its expiry, a colon and its value.
local held = redis.call('GET', KEYS[1])
if held and tonumber(string.match(held, '^%-?%d+')) > tonumber(ARGV[1]) then return held end
redis.call('SET', KEYS[1], ARGV[2] .. ':' .. ARGV[3])
redis.call('ZADD', KEYS[2], ARGV[2], KEYS[1])
return false
