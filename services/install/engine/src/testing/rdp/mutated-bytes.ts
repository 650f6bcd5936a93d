/** Deterministic random numbers (mulberry32), so that a failing input can be reproduced. */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Edge cases of DER lengths: short and long form. */
const LENGTH_BYTES = Buffer.from([0, 0x7f, 0x80, 0x84, 0xff]);

/** Applies one to four mutations: flips a bit, sets a byte, removes bytes, inserts bytes or truncates. */
export function mutate(message: Buffer, random: (below: number) => number): Buffer {
  let bytes = Buffer.from(message);
  for (let n = random(4); n >= 0; n -= 1) {
    const at = random(Math.max(bytes.length, 1));
    switch (random(5)) {
      case 0:
        if (bytes.length > 0) bytes[at] = bytes.readUInt8(at) ^ (1 << random(8));
        break;
      case 1:
        if (bytes.length > 0) bytes[at] = LENGTH_BYTES.readUInt8(random(LENGTH_BYTES.length));
        break;
      case 2:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random(20))]);
        break;
      case 3:
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          Buffer.alloc(random(2000), random(256)),
          bytes.subarray(at),
        ]);
        break;
      default:
        bytes = bytes.subarray(0, at);
    }
  }
  return bytes;
}
