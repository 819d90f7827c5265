/**
 * A script is one step for Redis, so nothing can come between the question and the deed. With GET and then
 * DEL the lock could lapse and be taken by another in between, and the DEL would delete theirs.
 */
export const RELEASE_IF_OWNER = `
if redis.call("GET", KEYS[1]) == ARGV[1] then
  return redis.call("DEL", KEYS[1])
end
return 0`;

export const RENEW_IF_OWNER = `
if redis.call("GET", KEYS[1]) == ARGV[1] then
  return redis.call("PEXPIRE", KEYS[1], ARGV[2])
end
return 0`;
