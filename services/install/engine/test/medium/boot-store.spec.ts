import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hive } from '@casement/windows-image/registry/hive.js';
import {
  binary,
  regFile,
  text,
  type RegistryValue,
} from '@casement/windows-image/registry/reg-file.js';
import { emptyHive } from '@casement/windows-image/testing/empty-hive.js';

const SCRIPT = join(import.meta.dirname, '../../agent/boot-store.sh');
const BOOT_MANAGER = '{9dea862c-5cdd-4e70-acc1-f32b344d4795}';
const LOADER = '{0d5b4b1e-6a0c-4d2c-9f0e-3f1f0f6f7a11}';
const WANTED = {
  '16000009': Buffer.from([0]),
  '250000e0': Buffer.from([1, 0, 0, 0, 0, 0, 0, 0]),
  '26000090': Buffer.from([1]),
};

describe('boot store of an imported image', () => {
  let folder: string;
  let store: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'boot-store-'));
    store = join(folder, 'BCD');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (options: Record<string, RegistryValue>, loader = LOADER) => {
    const elements = { '12000004': text('Windows'), ...options };
    writeFileSync(store, emptyHive());
    const changes = {
      [`Objects\\${BOOT_MANAGER}\\Elements\\23000003`]: { Element: text(loader) },
      ...Object.fromEntries(
        Object.entries(elements).map(([element, Element]) => [
          `Objects\\${LOADER}\\Elements\\${element}`,
          { Element },
        ]),
      ),
    };
    writeFileSync(join(folder, 'store.reg'), regFile(changes));
    execFileSync('hivexregedit', ['--merge', store, join(folder, 'store.reg')]);
  };

  /** Swaps the store. @returns whether it succeeded, and the values that it had before */
  const swap = () => {
    // The script keeps its copies in /run.
    const script = readFileSync(SCRIPT, 'utf8').replaceAll('/run/', `${folder}/`);
    const command = `${script}\nswap_store "$0" "$1" "$2"`;
    const [kept, earlier] = ['kept', 'earlier'].map((name) => join(folder, name));
    let succeeded = true;
    try {
      execFileSync('sh', ['-c', command, store, kept, earlier], { stdio: 'pipe' });
    } catch {
      succeeded = false;
    }
    return {
      succeeded,
      kept: existsSync(kept) ? readFileSync(kept) : null,
      earlier: existsSync(earlier) ? readFileSync(earlier, 'utf8') : null,
    };
  };

  const option = (element: string): Buffer | undefined =>
    Hive.open(readFileSync(store)).key(`Objects\\${LOADER}\\Elements\\${element}`)?.value('Element')
      ?.data;

  it('gets the options that make Windows restart and keeps all other elements', () => {
    write({ '16000009': binary(Buffer.from([1])) });
    const before = readFileSync(store);
    const result = swap();
    expect(result).toEqual({
      succeeded: true,
      kept: before,
      earlier: 'recoveryenabled=1\nbootstatuspolicy=\nbootlog=\n',
    });
    for (const [element, data] of Object.entries(WANTED)) expect(option(element)).toEqual(data);
    expect(option('12000004')).toEqual(text('Windows').data);
  });

  it('stays the same file if it has the options', () => {
    write(Object.fromEntries(Object.entries(WANTED).map(([id, data]) => [id, binary(data)])));
    const before = readFileSync(store);
    expect(swap()).toEqual({
      succeeded: true,
      kept: null,
      earlier: 'recoveryenabled=0\nbootstatuspolicy=1\nbootlog=1\n',
    });
    expect(readFileSync(store)).toEqual(before);
  });

  it.each<[string, () => void]>([
    ['that is no registry hive', () => writeFileSync(store, 'nothing')],
    ['without a default loader', () => write({}, 'none')],
    [
      'whose last changes are only in its log',
      () => {
        write({});
        const bytes = readFileSync(store);
        bytes.writeUInt32LE(bytes.readUInt32LE(4) + 1, 4);
        writeFileSync(store, bytes);
      },
    ],
  ])('stays as it is if it is a store %s', (_name, prepare) => {
    prepare();
    const before = readFileSync(store);
    expect(swap().succeeded).toBe(false);
    expect(readFileSync(store)).toEqual(before);
  });
});
