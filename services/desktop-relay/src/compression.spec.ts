import { randomBytes } from 'node:crypto';
import { constants, inflateRawSync } from 'node:zlib';
import { deflated } from './compression.js';

const inflated = (blocks: Buffer) =>
  inflateRawSync(blocks, { finishFlush: constants.Z_SYNC_FLUSH });

describe(deflated, () => {
  it.each([1, 255, 256, 65_535, 65_536, 65_537, 200_000])('%i bytes are read back', (size) => {
    const message = randomBytes(size);
    const blocks = deflated(message);
    expect(inflated(blocks).equals(message)).toBe(true);
    // Five bytes for each block and at its end, where nothing can be compressed.
    expect(blocks.length).toBeLessThanOrEqual(size + 5 * (2 + Math.ceil(size / 16_384)));
  });

  it('makes one stream of messages, each with nothing but its own', () => {
    const messages = ['a'.repeat(5_000), 'b', 'a'.repeat(5_000), 'c'.repeat(100_000)].map((text) =>
      Buffer.from(text),
    );
    const blocks = messages.map(deflated);
    expect(inflated(Buffer.concat(blocks)).equals(Buffer.concat(messages))).toBe(true);
    expect(blocks[2]).toEqual(blocks[0]);
    expect(blocks[0].length).toBeLessThan(100);
  });
});
