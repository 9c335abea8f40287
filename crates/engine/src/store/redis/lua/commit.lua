#!lua
-- Writes changes that were decided on what was read before, each only if nobody has changed that meanwhile.
-- KEYS: the counter of numbers, then for each change the record that it was decided on, or the counter for none.
-- ARGV: the first and the last counter that new rows got (0: none), then for each change the version of its record
--   (empty: not looked at), how many arguments follow, how many of its checks, the checks and the writes.
-- Answers 1 or 0 for each change, or the counter when the numbers are taken.
local first, last = tonumber(ARGV[1]), tonumber(ARGV[2])
if last > 0 then
  local counter = tonumber(redis.call('GET', KEYS[1]) or '0')
  if counter >= first then return counter end
end
local records = {}
for from = 1, #KEYS, 1000 do
  for at, record in ipairs(redis.call('MGET', unpack(KEYS, from, math.min(from + 999, #KEYS)))) do
    records[from + at - 1] = record
  end
end

local strings, added, removed, firsts = {}, {}, {}, {}
local function append(lists, key, a, b)
  local list = lists[key]
  if not list then
    list = {}
    lists[key] = list
  end
  list[#list + 1] = a
  if b then list[#list + 1] = b end
end

local function holds(check, key, value)
  if check == 'A' then return not redis.call('ZSCORE', key, value) end
  if check == 'H' then return redis.call('HEXISTS', key, value) == 0 end
  if check == 'X' then return redis.call('EXISTS', key) == 0 end
  return redis.call('GET', key) == value
end

local answers, wrote = {}, false
local at = 3
for change = 2, #KEYS do
  local version, size, checks = ARGV[at], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  at = at + 3
  local finish = at + size
  local record = records[change]
  local good = version == '' or (record and string.sub(record, 1, 8) == version)
  while good and checks > 0 do
    good = holds(ARGV[at], ARGV[at + 1], ARGV[at + 2])
    at = at + 3
    checks = checks - 1
  end
  answers[change - 1] = good and 1 or 0
  if good then
    wrote = true
    while at < finish do
      local write = ARGV[at]
      if write == 'S' then
        strings[#strings + 1] = ARGV[at + 1]
        strings[#strings + 1] = ARGV[at + 2]
        at = at + 3
      elseif write == 'Z' then
        append(added, ARGV[at + 1], ARGV[at + 2], ARGV[at + 3])
        at = at + 4
      elseif write == 'R' then
        append(removed, ARGV[at + 1], ARGV[at + 2])
        at = at + 3
      elseif write == 'F' then
        firsts[ARGV[at + 1]] = at
        at = at + 4
      else
        local arguments = tonumber(ARGV[at + 1])
        redis.call(unpack(ARGV, at + 2, at + 1 + arguments))
        at = at + 2 + arguments
      end
    end
  end
  at = finish
end

local function call(command, key, list)
  for from = 1, #list, 4000 do
    redis.call(command, key, unpack(list, from, math.min(from + 3999, #list)))
  end
end
for from = 1, #strings, 4000 do
  redis.call('MSET', unpack(strings, from, math.min(from + 3999, #strings)))
end
for key, list in pairs(removed) do call('ZREM', key, list) end
for key, list in pairs(added) do call('ZADD', key, list) end
for key, place in pairs(firsts) do
  local found = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')
  if found[1] then
    redis.call('ZADD', ARGV[place + 2], found[2], ARGV[place + 3])
  else
    redis.call('ZREM', ARGV[place + 2], ARGV[place + 3])
  end
end
if wrote and last > 0 then redis.call('SET', KEYS[1], ARGV[2]) end
return answers
