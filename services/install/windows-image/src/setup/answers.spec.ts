import { readRecipes, type Recipe } from '../build/recipe.js';
import type { Edition } from '../build/wim.js';
import { autounattend } from './autounattend.js';
import { prepareScript } from './prepare-script.js';

const edition = { index: 4, name: 'A', defaultLanguage: 'de-DE' } as Edition;
const values = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'g'))].map(([, value]) => value);

describe(autounattend, () => {
  it('partitions the disk per firmware with C: last and installs the edition there', () => {
    const uefi = autounattend(edition, 'uefi');
    expect(values(uefi, 'Type')).toEqual(['EFI', 'MSR', 'Primary']);
    expect(values(uefi, 'Size')).toEqual(['260', '16']);
    expect(values(uefi, 'PartitionID').at(-1)).toBe('3');
    const bios = autounattend(edition, 'bios');
    expect(values(bios, 'Type')).toEqual(['Primary', 'Primary']);
    expect(values(bios, 'Active')).toEqual(['true']);
    expect(values(bios, 'PartitionID').at(-1)).toBe('2');
    for (const xml of [uefi, bios]) {
      expect(values(xml, 'Extend')).toEqual(['true']);
      expect(values(xml, 'Value')).toEqual(['4']);
      expect(values(xml, 'UILanguage')).toEqual(['de-DE', 'de-DE']);
    }
  });

  it('contains no product key and no password', () => {
    expect(autounattend(edition, 'uefi')).not.toMatch(/ProductKey|password/i);
  });

  it('starts the script with a command within the length limit', () => {
    const [path] = values(autounattend(edition, 'uefi'), 'Path');
    expect(path).toContain('prepare.ps1');
    expect(path.length).toBeLessThan(260);
  });
});

describe(prepareScript, () => {
  let recipe: Recipe;
  beforeAll(async () => {
    recipe = (await readRecipes()).find(({ name }) => name === 'windows-11')!;
  });

  it('applies the settings requested by the recipe', () => {
    const script = prepareScript(recipe);
    expect(script).toContain('Set-NetFirewallProfile -All -Enabled True\r\n');
    expect(script).toContain('net accounts /lockoutthreshold:10 /lockoutduration:5');
    expect(script).toContain("'Microsoft.ZuneMusic_8wekyb3d8bbwe'");
    expect(script).toContain('reagentc /disable');
  });

  it('omits settings that the recipe does not request', () => {
    const settings = Object.fromEntries(
      Object.keys(recipe.settings).map((name) => [
        name,
        name === 'hibernation' || name === 'recovery',
      ]),
    ) as Recipe['settings'];
    const script = prepareScript({ ...recipe, settings, removed_apps: [] });
    expect(script).toContain('-Enabled False');
    expect(script).not.toMatch(/powercfg|fDeny|Pagefile|reagentc|net accounts|Appx/);
  });
});
