#!lua
-- Removes a limited number of nodes whose heartbeat expired and returns how many were removed.
-- KEYS: the nodes. ARGV: now, the limit. A node is stored as its expiry, a colon and its description.
local nodes = redis.call('HGETALL', KEYS[1])
local count = 0
for at = 1, #nodes, 2 do
  local ends = tonumber(string.match(nodes[at + 1], '^%-?%d+'))
  if ends <= tonumber(ARGV[1]) and count < tonumber(ARGV[2]) then
    redis.call('HDEL', KEYS[1], nodes[at])
    count = count + 1
  end
end
return count
