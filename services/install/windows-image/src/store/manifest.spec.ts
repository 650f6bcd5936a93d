import { decodeManifest, encodeManifest, type ImageManifest } from './manifest.js';

const BASE: ImageManifest = {
  format: 'casement-image/1',
  rawSize: 512,
  chunkSize: 512,
  minDisk: 512,
  minMemory: 0,
  firmware: 'uefi',
  chunks: [{ zero: true, rawBytes: 512 }],
};
const windows = { partition: 1, offset: 0, size: 512 };
const linux: ImageManifest['linux'] = { firmware: ['uefi'] };

function decode(manifest: ImageManifest): ImageManifest | null {
  const { bytes, sha256 } = encodeManifest(manifest);
  return decodeManifest(bytes, sha256);
}

describe(decodeManifest.name, () => {
  it.each([{ windows }, { linux }])('accepts an image with %j', (system) => {
    const manifest = { ...BASE, ...system };
    expect(decode(manifest)).toEqual(manifest);
  });

  it.each([{}, { windows, linux }])('refuses an image with %j instead of one system', (systems) => {
    expect(() => decode({ ...BASE, ...systems })).toThrow('either windows or linux');
  });
});
