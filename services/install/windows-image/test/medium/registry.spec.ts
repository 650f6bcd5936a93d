import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { Hive, HiveUnreadable } from '@casement/windows-image/registry/hive.js';
import {
  readImageDrivers,
  type DriverLocations,
} from '@casement/windows-image/registry/image-drivers.js';
import { readLanguages } from '@casement/windows-image/registry/display-languages.js';
import { readRelease } from '@casement/windows-image/registry/windows-release.js';
import {
  binary,
  expandable,
  number,
  regFile,
  text,
  texts,
  type RegistryChanges,
} from '@casement/windows-image/registry/reg-file.js';
import { emptyHive } from '@casement/windows-image/testing/empty-hive.js';

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
    // Larger than one segment.
    Large: binary(Buffer.alloc(40_000, 'segments')),
  },
  'DriverDatabase\\DeviceIds\\PCI\\VEN_1AF4&DEV_1001&SUBSYS_00021AF4&REV_00': {
    'viostor.inf': binary(Buffer.from([1, 0xff, 0, 0])),
  },
  'ControlSet001\\Services\\vioscsi': { Start: number(3) },
  'ControlSet001\\Services\\StorNVMe': { Start: number(0) },
  'ControlSet001\\Services\\StorNVMe\\StartOverride': { 0: number(3) },
  'ControlSet001\\Services\\netkvm': { Start: number(3) },
  'DriverDatabase\\DeviceIds\\PCI\\VEN_1D0F&DEV_EC20': {
    'oem3.inf': binary(Buffer.from([1, 0xff, 0, 0])),
  },
  'DriverDatabase\\DeviceIds\\PCI\\VEN_8086&DEV_10D3': {},
  'ControlSet001\\Control\\MUI\\UILanguages\\en-US': { LCID: number(0x409) },
  'ControlSet001\\Control\\MUI\\UILanguages\\id-ID': { LCID: number(0x421) },
  'ControlSet001\\Control\\MUI\\UILanguages\\de-DE': { LCID: number(0x407) },
  'ControlSet001\\Control\\MUI\\UILanguages\\no tag': { LCID: number(0x409) },
  'ControlSet001\\Control\\Nls\\Language': { InstallLanguage: text('0421') },
  'Microsoft\\Windows NT\\CurrentVersion': {
    CurrentBuildNumber: text('26100'),
    EditionID: text('Professional'),
  },
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

  it('reads values of any kind and size written by hivex', () => {
    const hive = Hive.open(bytes);
    for (const [path, values] of Object.entries(changes)) {
      const key = hive.key(path)!;
      for (const [name, { type, data }] of Object.entries(values ?? {})) {
        expect(key.value(name)).toEqual({ name, type, data });
      }
      expect(key.values()).toHaveLength(Object.keys(values ?? {}).length);
    }
  });

  it('reads the same values as hivexget', () => {
    const viostor = Hive.open(bytes).key('controlset001\\services\\VIOSTOR')!;
    expect(viostor.name).toBe('viostor');
    const path = '\\ControlSet001\\Services\\viostor';
    expect(hivexget(path, 'Large')).toBe(viostor.value('Large')!.data.toString('latin1'));
    expect(hivexget(path, 'ImagePath').trim()).toBe(viostor.text('ImagePath'));
    expect(hivexget(path, 'Owners').trim().split('\n')).toEqual(viostor.texts('Owners'));
    expect(viostor.number('Start')).toBe(0);
    expect(viostor.text('')).toBe('unnamed');
  });

  it('returns null for missing keys and values', () => {
    const hive = Hive.open(bytes);
    expect(hive.isClean).toBe(true);
    expect(hive.key('ControlSet002')).toBeNull();
    expect(hive.key('Select\\Current')).toBeNull();
    expect(hive.key('Select')!.value('Other')).toBeNull();
    expect(hive.key('Select')!.text('Current')).toBeNull();
    expect(hive.key('ControlSet001\\Services')!.children()).toHaveLength(704);
  });

  it('reads the Windows build and edition', () => {
    expect(readRelease(Hive.open(bytes))).toEqual({
      build: 26_100,
      edition: 'Professional',
      ignoresSetupScripts: false,
    });
    expect(readRelease(Hive.open(emptyHive()))).toBeNull();
  });

  it('reads the display languages, that of the installation medium first', () => {
    expect(readLanguages(Hive.open(bytes))).toEqual(['id-ID', 'de-DE', 'en-US']);
    expect(readLanguages(Hive.open(emptyHive()))).toEqual([]);
  });

  it('puts the preferred display language of the image before that of the medium', async () => {
    const reg = join(folder, 'preferred.reg');
    const settings = { PreferredUILanguages: texts(['de-DE']) };
    await writeFile(reg, regFile({ 'ControlSet001\\Control\\MUI\\Settings': settings }));
    const hive = join(folder, 'PREFERRED');
    await writeFile(hive, bytes);
    execFileSync('hivexregedit', ['--merge', hive, reg]);
    expect(readLanguages(Hive.open(await readFile(hive)))).toEqual(['de-DE', 'en-US', 'id-ID']);
  });

  const locations = (hive: Hive, more: Partial<DriverLocations> = {}): DriverLocations => ({
    system: hive,
    drivers: null,
    staged: new Set(),
    ...more,
  });

  it('finds boot-start disk drivers and known network card drivers', () => {
    expect(readImageDrivers(locations(Hive.open(bytes)))).toEqual([
      'viostor',
      'stornvme',
      'netkvm',
      'ena',
    ]);
  });

  it('adds drivers of the driver database and staged drivers', () => {
    const second = {
      key: () => ({ children: () => [{ name: 'VEN_8086&DEV_10D3', valueCount: 1 }] }),
    } as unknown as Hive;
    const staged = new Set(['gvnic.inf', 'vioscsi.inf']);
    // A disk driver that is only staged is loaded too late.
    const found = readImageDrivers(locations(Hive.open(bytes), { drivers: second, staged }));
    expect(found).toEqual(['viostor', 'stornvme', 'netkvm', 'e1000e', 'ena', 'gvnic']);
  });

  it('rejects non-hives and truncated hives with a sentence', () => {
    const open = (content: Buffer) => () => readImageDrivers(locations(Hive.open(content)));
    expect(open(Buffer.from('MZ'.padEnd(8192)))).toThrow('it is not a registry hive');
    expect(open(Buffer.concat([bytes.subarray(0, 40), bytes.subarray(41)]))).toThrow(
      'its header is damaged',
    );
    expect(open(bytes.subarray(0, 8192))).toThrow(HiveUnreadable);
  });

  it('terminates on any damage and throws only its own error', () => {
    const change = fc.record({
      at: fc.integer({ min: 4096, max: bytes.length - 1 }),
      to: fc.nat(255),
    });
    // The first cells affect all other structures.
    const early = fc.record({ at: fc.integer({ min: 4096, max: 4600 }), to: fc.nat(255) });
    const damage = fc.array(fc.oneof(change, early), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(damage, (bytesChanged) => {
        const damaged = Buffer.from(bytes);
        for (const { at, to } of bytesChanged) damaged[at] = to;
        try {
          readImageDrivers(locations(Hive.open(damaged), { drivers: Hive.open(damaged) }));
        } catch (error) {
          expect(error).toBeInstanceOf(HiveUnreadable);
        }
      }),
      { numRuns: 200 },
    );
  });
});

/** Builds a malicious hive from handmade cells, each at least 4 bytes longer than its content. */
function misleadingHive(cells: Buffer[]): Buffer {
  const hive = emptyHive();
  const space = Buffer.alloc(2 ** 20);
  let at = 0;
  for (const cell of cells) {
    space.writeInt32LE(-(cell.length + 4), at);
    cell.copy(space, at + 4);
    at += cell.length + 4;
  }
  hive.writeUInt32LE(0, 36);
  let sum = 0;
  for (let word = 0; word < 508; word += 4) sum ^= hive.readUInt32LE(word);
  hive.writeUInt32LE(sum >>> 0, 508);
  return Buffer.concat([hive.subarray(0, 4096), space]);
}

describe(HiveUnreadable, () => {
  /** Builds a key cell with the counts of its subkeys and values, and the offsets of both lists. */
  function node(keys: number, keyList: number, values = 0, valueList = 0): Buffer {
    const cell = Buffer.alloc(80);
    cell.write('nk', 0, 'latin1');
    cell.writeUInt16LE(0x20, 2);
    cell.writeUInt32LE(keys, 20);
    cell.writeUInt32LE(keyList, 28);
    cell.writeUInt32LE(values, 36);
    cell.writeUInt32LE(valueList, 40);
    cell.writeUInt16LE(1, 72);
    cell.write('a', 76, 'latin1');
    return cell;
  }
  const FIRST = 84;

  it('terminates on a key that lists itself 65,535 times at each depth', () => {
    const list = Buffer.alloc(4 + 65_535 * 8);
    list.write('lh', 0, 'latin1');
    list.writeUInt16LE(65_535, 2);
    const hive = Hive.open(misleadingHive([node(65_535, FIRST), list]));
    const path = Array.from({ length: 50 }, () => 'a').join('\\');
    expect(() => hive.key(path)).toThrow('it contains a loop');
  });

  it('terminates on 100,000 values that share one mebibyte of data', () => {
    const values = Buffer.alloc(100_000 * 4);
    const [value, data, segments, segment] = [1, 2, 3, 4].map((n) => FIRST + values.length + n * 4);
    for (let n = 0; n < 100_000; n++) values.writeUInt32LE(value, n * 4);
    const named = Buffer.alloc(24);
    named.write('vk', 0, 'latin1');
    named.writeUInt32LE(2 ** 20, 4);
    named.writeUInt32LE(data + 24, 8);
    const big = Buffer.alloc(8);
    big.write('db', 0, 'latin1');
    big.writeUInt16LE(0xffff, 2);
    big.writeUInt32LE(segments + 32, 4);
    const locations = Buffer.alloc(65 * 4);
    for (let n = 0; n < 65; n++) locations.writeUInt32LE(segment + 32 + 260, n * 4);
    const part = Buffer.alloc(16_344, 'x');
    const before = process.memoryUsage().arrayBuffers;
    const hive = Hive.open(
      misleadingHive([node(0, 0, 100_000, FIRST), values, named, big, locations, part]),
    );
    expect(hive.key('')!.value('missing')).toBeNull();
    expect(() => hive.key('')!.values()).toThrow('it contains a loop');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200 * 2 ** 20);
  });
});

describe(regFile, () => {
  it('rejects names that would break out of their line', () => {
    for (const key of ['a]\n[\\b', 'a"b', 'a\nb', '']) {
      expect(() => regFile({ [key]: {} })).toThrow('is no name for a registry key');
    }
    for (const name of ['a"=hex(1):00\n"b', 'a\\', '\r']) {
      expect(() => regFile({ Key: { [name]: number(1) } })).toThrow('is no name for a value');
    }
  });
});
