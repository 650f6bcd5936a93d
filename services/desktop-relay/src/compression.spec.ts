import { randomBytes } from 'node:crypto';
import { constants, inflateRawSync } from 'node:zlib';
import { deflated } from './compression.js';

const inflated = (blocks: Buffer) =>
  inflateRawSync(blocks, { finishFlush: constants.Z_SYNC_FLUSH });

describe(deflated, () => {
  it.each([1, 255, 256, 65_535, 65_536, 65_537, 200_000])(
    '%i bytes survive compression and decompression',
    (size) => {
      const message = randomBytes(size);
      const blocks = deflated(message);
      expect(inflated(blocks).equals(message)).toBe(true);
      // Stored (incompressible) data costs five bytes per block, plus five at the end of each message.
      expect(blocks.length).toBeLessThanOrEqual(size + 5 * (2 + Math.ceil(size / 16_384)));
    },
  );

  it('encodes each message independently within one stream', () => {
    const messages = ['a'.repeat(5_000), 'b', 'a'.repeat(5_000), 'c'.repeat(100_000)].map((text) =>
      Buffer.from(text),
    );
    const blocks = messages.map(deflated);
    expect(inflated(Buffer.concat(blocks)).equals(Buffer.concat(messages))).toBe(true);
    expect(blocks[2]).toEqual(blocks[0]);
    expect(blocks[0].length).toBeLessThan(100);
  });
});
