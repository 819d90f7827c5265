/**
 * Sets guards to what Postgres has decided, or removes them, only where they still have the expected value.
 *
 * KEYS: the guards. ARGV: three for each: the expected value ('' = no guard, '*' = whatever stands), the new
 * value ('' = remove), the TTL in ms.
 */
export const SETTLE = `
local settled = 0
for i, key in ipairs(KEYS) do
  local expected, value, ttl = ARGV[3 * i - 2], ARGV[3 * i - 1], tonumber(ARGV[3 * i])
  if expected == '*' or (redis.call('GET', key) or '') == expected then
    if value == '' or ttl <= 0 then redis.call('DEL', key) else redis.call('SET', key, value, 'PX', ttl) end
    settled = settled + 1
  end
end
return settled`;
