import type { ImageManifest } from '@casement/windows-image/store/manifest.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import { machineFor } from './certify.js';
import { expectedMinutes } from './duration.js';
import { readCertifyOptions } from './options.js';

const GIB = 2 ** 30;
const read = (...args: string[]) => readCertifyOptions(args, {});

describe(readCertifyOptions.name, () => {
  it('reads a file with the options of its import', () => {
    expect(read('w.raw', '--min-memory', '2G', '--handshake-only').source).toEqual({
      file: 'w.raw',
      minMemory: 2 * GIB,
      handshakeOnly: true,
    });
  });

  it('reads a version and rejects options that its image already determines', () => {
    expect(read('--slug', 'ws2022').source).toEqual({ slug: 'ws2022' });
    expect(() => read('--slug', 'ws2022', '--min-memory', '2G')).toThrow('usage');
  });

  it.each([[[]], [['a.raw', '--slug', 'ws2022']]])('rejects %j', (args: string[]) => {
    expect(() => read(...args)).toThrow('usage');
  });
});

describe(machineFor.name, () => {
  const machine = (manifest: Partial<ImageManifest>, ...args: string[]) => {
    const needs = { firmware: 'uefi', rawSize: GIB, minDisk: 0, minMemory: 0, ...manifest };
    const image = { sha256: '', manifest: needs as ImageManifest, store: {} as ChunkStore };
    return machineFor(image, read('w.raw', ...args), false);
  };

  it('adds disk space for C: to grow and uses the memory that the image needs', () => {
    expect(machine({ rawSize: 31.5 * GIB, minMemory: 4 * GIB })).toMatchObject({
      firmware: 'uefi',
      diskSize: 34 * GIB,
      memorySize: 4 * GIB,
    });
  });

  it('uses at least the disk and memory of the lab’s VPS', () => {
    expect(machine({})).toMatchObject({ diskSize: 4 * GIB, memorySize: 2 * GIB });
  });

  it('uses the memory given on the command line', () => {
    expect(machine({ minMemory: 4 * GIB }, '--memory', '1G').memorySize).toBe(GIB);
  });
});

describe(expectedMinutes.name, () => {
  it('grows with the image and is at least five times longer under emulation', () => {
    expect(expectedMinutes('kvm', 8 * GIB)).toBeGreaterThan(expectedMinutes('kvm', 4 * GIB));
    expect(expectedMinutes('emulation', 8 * GIB)).toBeGreaterThan(
      5 * expectedMinutes('kvm', 8 * GIB),
    );
  });
});
