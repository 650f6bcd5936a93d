/**
 * `node services/security/test/bench/blocks.mjs` measures the cost of the block check per request with 100,000
 * blocks, 1,000 blocks and none. Exits with 1 if 100,000 blocks cost more than twice as much as 1,000.
 */
import { performance } from 'node:perf_hooks';
import { BlockedAddresses } from '@casement/common/messaging/edge/blocked-addresses.js';

const CALLS = 200_000;
const ROUNDS = 7;
const MAX_RATIO = 2;

const byte = (n, shift) => (n >>> shift) & 255;
/** Returns the n-th block, alternately an IPv4 address, an IPv6 /64, or a network of one of eight lengths. */
function block(n) {
  const [a, b] = [byte(n, 8), byte(n, 0)];
  if (n % 3 === 0) return `100.${byte(n, 16)}.${a}.${b}`;
  if (n % 3 === 1)
    return `2001:db8:${n.toString(16).padStart(5, '0').slice(0, 1)}${byte(n, 16)}:${(n & 65_535).toString(16)}::/64`;
  return `${11 + (n % 80)}.${a}.${b}.0/${20 + (n % 8)}`;
}

function filled(count) {
  const blocked = new BlockedAddresses();
  const entries = Array.from({ length: count }, (_, n) => block(n));
  const started = performance.now();
  blocked.replace(
    new Map(entries.map((ip) => [ip, JSON.stringify({ ip, reason: '', expiresAt: null })])),
  );
  const ms = performance.now() - started;
  console.log(`${count.toLocaleString('en')} blocks read in ${ms.toFixed(0)} ms`);
  return blocked;
}

/** Addresses that are not blocked, which are the most expensive because every prefix length is checked. */
const asked = Array.from({ length: 1_000 }, (_, n) =>
  n % 4 === 0 ? `2a00:1450:${n.toString(16)}::1` : `203.${n % 250}.${(n * 7) % 250}.9`,
);

/** Returns microseconds per call, the best of several rounds. */
function cost(blocked) {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    for (let n = 0; n < CALLS; n += 1) blocked.expiryOf(asked[n % asked.length]);
    best = Math.min(best, ((performance.now() - started) * 1_000) / CALLS);
  }
  return best;
}

const none = cost(filled(0));
const few = cost(filled(1_000));
const many = cost(filled(100_000));
console.log('\n| blocks | µs for each request |\n| --- | --- |');
for (const [name, value] of [
  ['none', none],
  ['1,000', few],
  ['100,000', many],
]) {
  console.log(`| ${name} | ${value.toFixed(2)} |`);
}
process.exitCode = many / few <= MAX_RATIO ? 0 : 1;
