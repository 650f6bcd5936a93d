/**
 * MD4 (RFC 1320). Insecure, but NTLM uses it to derive its key. OpenSSL 3 has it only in a provider that Node does
 * not load.
 */
export function md4(message: Buffer): Buffer {
  const length = Math.ceil((message.length + 9) / 64) * 64;
  const padded = Buffer.alloc(length);
  message.copy(padded);
  padded[message.length] = 0x80;
  padded.writeBigUInt64LE(BigInt(message.length) * 8n, length - 8);
  const state = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]);
  for (let at = 0; at < length; at += 64) {
    const block = Uint32Array.from({ length: 16 }, (_, n) => padded.readUInt32LE(at + 4 * n));
    compress(state, block);
  }
  const digest = Buffer.alloc(16);
  state.forEach((word, n) => digest.writeUInt32LE(word, 4 * n));
  return digest;
}

type Mix = (x: number, y: number, z: number) => number;

interface Round {
  mix: Mix;
  constant: number;
  shifts: readonly number[];
  order: readonly number[];
}

const ROUNDS: readonly Round[] = [
  {
    mix: (x, y, z) => (x & y) | (~x & z),
    constant: 0,
    shifts: [3, 7, 11, 19],
    order: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  },
  {
    mix: (x, y, z) => (x & y) | (x & z) | (y & z),
    constant: 0x5a827999,
    shifts: [3, 5, 9, 13],
    order: [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
  },
  {
    mix: (x, y, z) => x ^ y ^ z,
    constant: 0x6ed9eba1,
    shifts: [3, 9, 11, 15],
    order: [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
  },
];

const rotate = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));

function compress(state: Uint32Array, block: Uint32Array): void {
  let [a, b, c, d] = state as unknown as [number, number, number, number];
  for (const { mix, constant, shifts, order } of ROUNDS) {
    order.forEach((word, step) => {
      const sum = (a + mix(b, c, d) + block[word]! + constant) | 0;
      [a, b, c, d] = [d, rotate(sum, shifts[step % 4]!), b, c];
    });
  }
  [a, b, c, d].forEach((word, n) => (state[n]! += word));
}
