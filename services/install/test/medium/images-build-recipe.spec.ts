import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildImage } from '@casement/windows-image/build/build-image.js';
import { readRecipes, RECIPES } from '@casement/windows-image/build/recipe.js';
import { openDiskFile } from '@casement/windows-image/volumes/disk-reader.js';
import { NtfsVolume } from '@casement/windows-image/volumes/ntfs-volume.js';
import {
  mediumIso,
  MEDIUM_PROGRAMS,
  write,
  writeMedium,
} from '@casement/windows-image/testing/windows-medium.js';

const withPrograms = MEDIUM_PROGRAMS.every((path) => existsSync(path)) ? describe : describe.skip;
const SIZE_MIB = 400;
const WINDOWS_AT = 277 * 2 ** 20;
const APPS = '\\Microsoft\\Windows\\CurrentVersion\\Appx\\AppxAllUserStore';

withPrograms('buildImage with a recipe', () => {
  let folder: string;
  let iso: string;
  let shipped: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'casement-recipe-'));
    writeMedium(folder, { name: 'Desktop', id: 'ServerStandard' });
    iso = mediumIso(folder, 'medium');
    shipped = await readFile(join(RECIPES, 'windows-server-2022.toml'), 'utf8');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Builds with the shipped recipe and these changed lines. Extracts the hives of C:. */
  async function built(lines: Record<string, string>) {
    const recipeFile = join(folder, 'own.toml');
    let text = shipped;
    for (const [key, value] of Object.entries(lines)) {
      text = text.replace(new RegExp(`^${key} = .*$`, 'm'), `${key} = ${value}`);
    }
    await writeFile(recipeFile, text);
    const output = join(folder, 'disk.raw');
    await rm(output, { force: true });
    const options = { iso, drivers: join(folder, 'drivers'), output, sizeMib: SIZE_MIB };
    const { recipe, findings } = await buildImage({ ...options, recipeFile });
    expect(recipe.name).toBe('own');
    expect(findings.filter(({ result }) => result !== 'ok')).toEqual([]);
    const disk = await openDiskFile(output);
    const volume = await NtfsVolume.open(disk, WINDOWS_AT);
    for (const hive of ['SYSTEM', 'SOFTWARE', 'SAM']) {
      const bytes = await volume.readFile(`Windows/System32/config/${hive}`, 2 ** 26);
      await writeFile(join(folder, hive), bytes!);
    }
    const hasRecovery = (await volume.find('Windows/System32/Recovery/Winre.wim')) !== null;
    await disk.close();
    return { hasRecovery };
  }

  const hivexget = (file: string, key: string, value: string) =>
    execFileSync('hivexget', [join(folder, file), key, value], { stdio: 'pipe' });
  const keysIn = (file: string, key: string) =>
    execFileSync('hivexsh', [join(folder, file)], { input: `cd ${key}\nls\n`, encoding: 'utf8' })
      .split('\n')
      .filter(Boolean);
  const firewall = () =>
    ['DomainProfile', 'StandardProfile', 'PublicProfile'].map((profile) => {
      const key = `\\ControlSet001\\Services\\SharedAccess\\Parameters\\FirewallPolicy\\${profile}`;
      return Number(hivexget('SYSTEM', key, 'EnableFirewall').toString());
    });
  const control = (key: string, value: string) =>
    Number(hivexget('SYSTEM', `\\ControlSet001\\Control\\${key}`, value).toString());
  const accounts = () => hivexget('SAM', '\\SAM\\Domains\\Account', 'F');

  it('enables the firewall, limits guessing and omits the recovery image and the named apps', async () => {
    const { hasRecovery } = await built({
      removed_apps: '["lab.game_8wekyb3d8bbwe", "Lab.Absent_8wekyb3d8bbwe"]',
    });
    expect(hasRecovery).toBe(false);
    expect(firewall()).toEqual([1, 1, 1]);
    expect(control('Terminal Server', 'fDenyTSConnections')).toBe(0);
    const fixed = accounts();
    // MS-SAMR: five minutes, ten attempts, and DOMAIN_LOCKOUT_ADMINS. Other values are unchanged.
    const five = -5n * 60n * 10_000_000n;
    expect([0x30, 0x38].map((at) => fixed.readBigInt64LE(at))).toEqual([five, five]);
    expect(fixed.readUInt16LE(0x54)).toBe(10);
    expect(fixed.readUInt32LE(0x4c)).toBe(0x11111119);
    const offsets = [...fixed.entries()].flatMap(([at, byte]) => (byte === 0x11 ? [] : [at]));
    expect(offsets.filter((at) => at < 0x30 || at > 0x55)).toEqual([]);
    expect(fixed).toHaveLength(240);
    expect(keysIn('SOFTWARE', `${APPS}\\Applications`)).toEqual([
      'Lab.Tool_1.2.3.0_neutral_~_8wekyb3d8bbwe',
    ]);
    expect(keysIn('SOFTWARE', `${APPS}\\Deprovisioned`).sort()).toEqual([
      'Lab.Absent_8wekyb3d8bbwe',
      'lab.game_8wekyb3d8bbwe',
    ]);
  });

  it('keeps these settings of the medium if the recipe requests it', async () => {
    const { hasRecovery } = await built({
      firewall: 'false',
      account_lockout: 'false',
      recovery: 'true',
      remote_desktop: 'false',
      hibernation: 'true',
      automatic_page_file: 'false',
    });
    expect(hasRecovery).toBe(true);
    expect(firewall()).toEqual([0, 0, 0]);
    expect(accounts()).toEqual(Buffer.alloc(240, 0x11));
    expect(keysIn('SOFTWARE', `${APPS}\\Applications`)).toHaveLength(2);
    expect(keysIn('SOFTWARE', APPS)).toEqual(['Applications']);
    expect(keysIn('SYSTEM', '\\ControlSet001')).toEqual(['Control', 'Services']);
    expect(keysIn('SYSTEM', '\\ControlSet001\\Control')).toEqual(['CrashControl', 'MUI', 'Nls']);
    expect(() => control('Terminal Server', 'fDenyTSConnections')).toThrow();
    expect(() => control('Power', 'HibernateEnabled')).toThrow();
  });

  it('rejects an invalid recipe before slow reads', async () => {
    const files = {
      'odd.toml': shipped.replace('firewall = true', 'firewall = "maybe"'),
      'app.toml': shipped.replace('removed_apps = []', 'removed_apps = ["Xbox"]'),
    };
    write(folder, files);
    const by = (name: string) =>
      buildImage({
        iso,
        drivers: join(folder, 'drivers'),
        output: join(folder, 'none.raw'),
        recipeFile: join(folder, name),
      });
    await expect(by('odd.toml')).rejects.toThrow(/The recipe cannot be used:.*boolean/s);
    await expect(by('app.toml')).rejects.toThrow('A package family is Name_publisher.');
    await expect(by('none.toml')).rejects.toThrow('There is no file');
    expect(existsSync(join(folder, 'none.raw'))).toBe(false);
  });
});

describe(readRecipes, () => {
  it('accepts all shipped recipes, each with the firewall and a limit on guessing', async () => {
    const recipes = await readRecipes();
    expect(recipes).toHaveLength(6);
    for (const { settings, server, removed_apps } of recipes) {
      expect(settings).toMatchObject({ firewall: true, account_lockout: true });
      expect(removed_apps.length > 0).toBe(!server);
    }
  });
});
