/**
 * Guards the seats of one or many attempts for one show, in order, each attempt all or nothing.
 *
 * KEYS: the guard of every wanted seat, attempt after attempt.
 * ARGV: the TTL in ms, then for each attempt its buyer prefix, its owner token and its number of seats.
 * Answers one entry per attempt: 1 when guarded, else the seats that stood in the way, each as its place in
 * the attempt and the value of its guard.
 *
 * A guard of the same buyer does not stand in the way (it is the same person clicking twice): it is left as
 * it is, and Postgres answers with the hold that stands.
 */
export const ACQUIRE = `
local answers, key = {}, 1
for arg = 2, #ARGV, 3 do
  local buyer, owner, count = ARGV[arg], ARGV[arg + 1], tonumber(ARGV[arg + 2])
  local free, blockers = {}, {}
  for i = key, key + count - 1 do
    local value = redis.call('GET', KEYS[i])
    if not value then
      free[#free + 1] = KEYS[i]
    elseif string.sub(value, 1, #buyer) ~= buyer then
      blockers[#blockers + 1] = i - key
      blockers[#blockers + 1] = value
    end
  end
  if #blockers == 0 then
    for _, seat in ipairs(free) do redis.call('SET', seat, owner, 'PX', ARGV[1]) end
    answers[#answers + 1] = 1
  else
    answers[#answers + 1] = blockers
  end
  key = key + count
end
return answers`;
