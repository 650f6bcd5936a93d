import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { Hive, HiveUnreadable } from '../../src/engine/image/registry/hive.js';
import { readImageDrivers } from '../../src/engine/image/registry/image-drivers.js';
import {
  binary,
  expandable,
  number,
  regFile,
  text,
  texts,
  type RegistryChanges,
} from '../../src/engine/image/registry/reg-file.js';
import { emptyHive } from '../../src/engine/testing/empty-hive.js';

const many = Object.fromEntries(
  Array.from({ length: 700 }, (_, n) => [
    `ControlSet001\\Services\\service-${n}`,
    { Start: number(3) },
  ]),
);

const changes: RegistryChanges = {
  ...many,
  Select: { Current: number(1) },
  'ControlSet001\\Services\\viostor': {
    '': text('unnamed'),
    Start: number(0),
    ImagePath: expandable('System32\\drivers\\viostor.sys'),
    Owners: texts(['viostor.inf', 'oem1.inf']),
    Empty: binary(Buffer.alloc(0)),
    Tiny: binary(Buffer.from([1, 2, 3])),
    // More than one segment.
    Large: binary(Buffer.alloc(40_000, 'segments')),
  },
  'DriverDatabase\\DeviceIds\\PCI\\VEN_1AF4&DEV_1001&SUBSYS_00021AF4&REV_00': {
    'viostor.inf': binary(Buffer.from([1, 0xff, 0, 0])),
  },
  'DriverDatabase\\DeviceIds\\PCI\\CC_010802': {
    'stornvme.inf': binary(Buffer.from([1, 0xff, 0, 0])),
  },
  'DriverDatabase\\DeviceIds\\PCI\\VEN_8086&DEV_10D3': {},
};

const withHivex = ['hivexregedit', 'hivexget'].every((program) => existsSync(`/usr/bin/${program}`))
  ? describe
  : describe.skip;

withHivex(Hive, () => {
  let folder: string;
  let bytes: Buffer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'casement-hive-'));
    const [hive, reg] = [join(folder, 'SYSTEM'), join(folder, 'changes.reg')];
    await writeFile(hive, emptyHive());
    await writeFile(reg, regFile(changes));
    execFileSync('hivexregedit', ['--merge', hive, reg]);
    bytes = await readFile(hive);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const hivexget = (...path: string[]) =>
    execFileSync('hivexget', [join(folder, 'SYSTEM'), ...path], { encoding: 'latin1' });

  it('reads what hivex has written, whatever its kind and size', () => {
    const hive = Hive.open(bytes);
    for (const [path, values] of Object.entries(changes)) {
      const key = hive.key(path)!;
      for (const [name, { type, data }] of Object.entries(values)) {
        expect(key.value(name)).toEqual({ name, type, data });
      }
      expect(key.values()).toHaveLength(Object.keys(values).length);
    }
  });

  it('reads the same as hivexget', () => {
    const viostor = Hive.open(bytes).key('controlset001\\services\\VIOSTOR')!;
    expect(viostor.name).toBe('viostor');
    const path = '\\ControlSet001\\Services\\viostor';
    expect(hivexget(path, 'Large')).toBe(viostor.value('Large')!.data.toString('latin1'));
    expect(hivexget(path, 'ImagePath').trim()).toBe(viostor.text('ImagePath'));
    expect(hivexget(path, 'Owners').trim().split('\n')).toEqual(viostor.texts('Owners'));
    expect(viostor.number('Start')).toBe(0);
    expect(viostor.text('')).toBe('unnamed');
  });

  it('finds nothing where nothing is', () => {
    const hive = Hive.open(bytes);
    expect(hive.isClean).toBe(true);
    expect(hive.key('ControlSet002')).toBeNull();
    expect(hive.key('Select\\Current')).toBeNull();
    expect(hive.key('Select')!.value('Other')).toBeNull();
    expect(hive.key('Select')!.text('Current')).toBeNull();
    expect(hive.key('ControlSet001\\Services')!.children()).toHaveLength(701);
  });

  it('names the drivers of an image, and which of them start with the loader', () => {
    const drivers = readImageDrivers(Hive.open(bytes), null);
    expect(drivers.filter(({ isKnown }) => isKnown).map(({ name }) => name)).toEqual([
      'viostor',
      'stornvme',
    ]);
    expect(drivers.filter(({ isBootDriver }) => isBootDriver).map(({ name }) => name)).toEqual([
      'viostor',
    ]);
  });

  it('refuses what is no hive, and one that is cut off, in a sentence', () => {
    const open = (content: Buffer) => () => readImageDrivers(Hive.open(content), null);
    expect(open(Buffer.from('MZ'.padEnd(8192)))).toThrow('it is no registry hive');
    expect(open(Buffer.concat([bytes.subarray(0, 40), bytes.subarray(41)]))).toThrow(
      'its header is damaged',
    );
    expect(open(bytes.subarray(0, 8192))).toThrow(HiveUnreadable);
  });

  it('ends, and with its own error only, on any damage', () => {
    const change = fc.record({
      at: fc.integer({ min: 4096, max: bytes.length - 1 }),
      to: fc.nat(255),
    });
    // The first cells are what everything hangs from.
    const early = fc.record({ at: fc.integer({ min: 4096, max: 4600 }), to: fc.nat(255) });
    const damage = fc.array(fc.oneof(change, early), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(damage, (places) => {
        const damaged = Buffer.from(bytes);
        for (const { at, to } of places) damaged[at] = to;
        try {
          readImageDrivers(Hive.open(damaged), Hive.open(damaged));
        } catch (error) {
          expect(error).toBeInstanceOf(HiveUnreadable);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe(regFile, () => {
  it('lets no name out of its line', () => {
    for (const key of ['a]\n[\\b', 'a"b', 'a\nb', '']) {
      expect(() => regFile({ [key]: {} })).toThrow('is no name for a registry key');
    }
    for (const name of ['a"=hex(1):00\n"b', 'a\\', '\r']) {
      expect(() => regFile({ Key: { [name]: number(1) } })).toThrow('is no name for a value');
    }
  });
});
