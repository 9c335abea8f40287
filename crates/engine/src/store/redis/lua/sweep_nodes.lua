#!lua
-- Removes nodes whose time is over, at most so many, and answers how many.
-- KEYS: the nodes. ARGV: now, how many. A node is kept as its end, a colon and what it told.
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
