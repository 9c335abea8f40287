#!lua
-- Sets or removes a mark if its value is the expected one. Returns 1 if so.
-- KEYS: the mark, the expiries. ARGV: now, 1 if a value is expected, that value, until (empty: remove), value.
local held = redis.call('GET', KEYS[1])
local value = false
if held then
  local ends, text = string.match(held, '^(%-?%d+):(.*)$')
  if tonumber(ends) > tonumber(ARGV[1]) then value = text end
end
local expected = ARGV[2] == '1' and ARGV[3]
if value ~= expected then return 0 end
if ARGV[4] == '' then
  redis.call('DEL', KEYS[1])
  redis.call('ZREM', KEYS[2], KEYS[1])
else
  redis.call('SET', KEYS[1], ARGV[4] .. ':' .. ARGV[5])
  redis.call('ZADD', KEYS[2], ARGV[4], KEYS[1])
end
return 1
