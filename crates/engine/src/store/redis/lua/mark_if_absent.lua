#!lua
-- Sets a mark if there is none that lasts, and answers the one in the way. Time is the caller's, never the server's.
-- KEYS: the mark, the expiries. ARGV: now, until, value. A mark is kept as its end, a colon and its value.
local held = redis.call('GET', KEYS[1])
if held and tonumber(string.match(held, '^%-?%d+')) > tonumber(ARGV[1]) then return held end
redis.call('SET', KEYS[1], ARGV[2] .. ':' .. ARGV[3])
redis.call('ZADD', KEYS[2], ARGV[2], KEYS[1])
return false
