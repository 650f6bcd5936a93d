import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { binary, number, regFile, text, type RegistryChanges } from '../registry/reg-file.js';
import { emptyHive } from './empty-hive.js';

/** Programs needed to make a medium, and their Debian packages. */
export const MEDIUM_PROGRAMS = [
  '/usr/bin/wimlib-imagex',
  '/usr/bin/genisoimage',
  '/usr/bin/7zz',
  '/usr/bin/hivexregedit',
  '/usr/bin/hivexget',
  '/usr/bin/mcopy',
];

export const run = (program: string, args: string[], cwd: string): string =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

export function write(root: string, files: Record<string, string | Buffer>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

function hiveWith(folder: string, changes: RegistryChanges): Buffer {
  write(folder, { 'new.hive': emptyHive(), 'new.reg': regFile(changes) });
  run('hivexregedit', ['--merge', 'new.hive', 'new.reg'], folder);
  const bytes = readFileSync(join(folder, 'new.hive'));
  rmSync(join(folder, 'new.hive'));
  rmSync(join(folder, 'new.reg'));
  return bytes;
}

const APPS = 'Microsoft\\Windows\\CurrentVersion\\Appx\\AppxAllUserStore\\Applications';
/** Apps provisioned for every new user. */
const PROVISIONED = ['Game', 'Tool'].map((name) => `Lab.${name}_1.2.3.0_neutral_~_8wekyb3d8bbwe`);

/** Builds a tree that looks to our programs like a never-started Windows. Contains no file from Microsoft. */
export function windowsTree(
  folder: string,
  productId = '00454-20700-72010-AA001',
): Record<string, string | Buffer> {
  const loaders = {
    'b012b84d-c47c-4ed5-b722-c0c42163e569': 'uefi',
    'a1943bbc-ea85-487c-97c7-c9ede908a38a': 'bios',
  };
  const template = Object.fromEntries(
    Object.entries(loaders).map(([id, firmware]) => [
      `Objects\\{${id}}\\Elements\\15000066`,
      { Element: text(firmware) },
    ]),
  );
  return {
    'Windows/System32/ntoskrnl.exe': 'not a kernel',
    'Windows/System32/config/SYSTEM': hiveWith(folder, {
      Select: { Current: number(1) },
      'ControlSet001\\Services\\disk': { Start: number(0) },
      'ControlSet001\\Control\\MUI\\UILanguages\\de-DE': { LCID: number(0x407) },
      'ControlSet001\\Control\\Nls\\Language': { InstallLanguage: text('0407') },
      'DriverDatabase\\DeviceIds\\PCI\\CC_010802': { 'stornvme.inf': text('') },
    }),
    'Windows/System32/config/SOFTWARE': hiveWith(folder, {
      'Microsoft\\Windows\\CurrentVersion': { DevicePath: text('inf') },
      'Microsoft\\Windows NT\\CurrentVersion': {
        CurrentBuildNumber: text('20348'),
        EditionID: text('Professional'),
        ProductId: text(productId),
      },
      ...Object.fromEntries(PROVISIONED.map((name) => [`${APPS}\\${name}`, { Path: text('') }])),
    }),
    'Windows/System32/config/SAM': hiveWith(folder, {
      'SAM\\Domains\\Account': { F: binary(Buffer.alloc(240, 0x11)) },
    }),
    'Windows/System32/config/BCD-Template': hiveWith(folder, template),
    'Windows/System32/drivers/disk.sys': 'not a driver',
    'Windows/System32/Recovery/Winre.wim': randomBytes(2 ** 20),
    'Windows/System32/DriverStore/FileRepository/disk.inf_amd64_0/disk.inf': '',
    'Windows/System32/CatRoot/{F750E6C3-38EE-11D1-85E5-00C04FC295EE}/nt5.cat': '',
    'Windows/INF/disk.inf': '',
    'Windows/Boot/EFI/bootmgfw.efi': 'not a loader',
    'Windows/Boot/EFI/en-US/bootmgfw.efi.mui': '',
    'Windows/Boot/PCAT/bootmgr': 'not a boot manager',
    'Windows/Boot/PCAT/bootnxt': 'not what is next',
    'Windows/Boot/PCAT/memtest.exe': 'not a test',
    'Windows/Boot/PCAT/en-US/bootmgr.exe.mui': '',
    'Windows/Boot/Fonts/wgl4_boot.ttf': 'not a font',
    'Windows/Setup/State/State.ini':
      '[State]\r\nImageState=IMAGE_STATE_GENERALIZE_RESEAL_TO_OOBE\r\n',
  };
}

/** Adds the tree to the WIM as another edition. */
export function addEdition(
  folder: string,
  tree: string,
  wim: string,
  { name, id, build = 20348, arch = 9, compress = [] }: EditionOptions,
): void {
  const properties = {
    'WINDOWS/ARCH': arch,
    'WINDOWS/EDITIONID': id,
    'WINDOWS/INSTALLATIONTYPE': 'Server',
    'WINDOWS/LANGUAGES/LANGUAGE': 'de-DE',
    'WINDOWS/LANGUAGES/DEFAULT': 'de-DE',
    'WINDOWS/VERSION/MAJOR': 10,
    'WINDOWS/VERSION/MINOR': 0,
    'WINDOWS/VERSION/BUILD': build,
  };
  const command = existsSync(join(folder, wim)) ? 'append' : 'capture';
  const compression = command === 'capture' ? compress : [];
  run(
    'wimlib-imagex',
    [
      ...[command, tree, wim, name, ...compression],
      ...Object.entries(properties).map(([key, value]) => `--image-property=${key}=${value}`),
    ],
    folder,
  );
}

interface EditionOptions {
  name: string;
  id: string;
  build?: number;
  arch?: number;
  /** wimlib options of the capture. */
  compress?: string[];
}

/** Writes the parts of most media: the folders `tree` and `drivers`, and `install.wim` with these editions. */
export function writeMedium(folder: string, ...editions: EditionOptions[]): void {
  write(join(folder, 'tree'), windowsTree(folder));
  write(join(folder, 'drivers'), driverFolder());
  for (const edition of editions) addEdition(folder, 'tree', 'install.wim', edition);
}

/**
 * Creates an ISO of the folder: ISO 9660 with Joliet, or UDF with an empty ISO 9660 tree, as on Microsoft's media.
 */
export function makeIso(folder: string, from: string, iso: string, udf: boolean): string {
  const kind = udf ? ['-udf', '-hide', 'sources'] : ['-J'];
  run('genisoimage', ['-quiet', ...kind, '-V', 'MEDIUM', '-o', iso, from], folder);
  return join(folder, iso);
}

/** Creates a medium in a folder of this name, and its ISO. `sources` contains these files (a shell pattern). */
export function mediumIso(folder: string, name: string, files = 'install.wim', udf = true): string {
  run('sh', ['-c', `mkdir -p ${name}/sources && cp ${files} ${name}/sources/`], folder);
  return makeIso(folder, name, `${name}.iso`, udf);
}

/** Builds an INF in the style of virtio-win's, with other values. */
export function storageInf(name: string, device: string, decoration = 'NTamd64'): string {
  return `; made by a test
[Version]
Signature = "$Windows NT$"
Class = SCSIAdapter
ClassGUID = {4D36E97B-E325-11CE-BFC1-08002BE10318}
Provider = %Vendor%
DriverVer = 07/16/2024,100.95.104.26600
CatalogFile = ${name}.cat

[SourceDisksFiles]
${name}.sys = 1,,

[Manufacturer]
%Vendor% = Models,${decoration}

[Models.${decoration}]
%Device% = ${name}_install, PCI\\VEN_1AF4&DEV_${device}&SUBSYS_00021AF4&REV_00, PCI\\VEN_1AF4&DEV_${device}

[${name}_install]
CopyFiles = @${name}.sys

[${name}_install.Services]
AddService = ${name}, 2, ${name}_service

[${name}_service]
ServiceType = %Kernel%
StartType = 0
ErrorControl = 1
ServiceBinary = %12%\\${name}.sys
LoadOrderGroup = "SCSI miniport"
AddReg = ${name}_settings

[${name}_settings]
HKR, "Parameters\\PnpInterface", "5", %DWord%, 1
HKR, "Parameters", BusType, %DWord%, 0x0000000A

[${name}_install.HW]
AddReg = ${name}_interrupts

[${name}_interrupts]
HKR, "Interrupt Management",, 0x00000010
HKR, "Interrupt Management\\MessageSignaledInterruptProperties", MSISupported, %DWord%, 1

[Strings]
Vendor = "A Vendor; of tests"
Device = "A controller"
Kernel = 1
DWord = 0x00010001
`;
}

/** Builds the drivers that an image needs, as a folder in the style of the virtio-win ISO. */
export function driverFolder(decoration?: string): Record<string, string> {
  const drivers = { viostor: '1001', vioscsi: '1004', NetKVM: '1000' };
  return Object.fromEntries(
    Object.entries(drivers).flatMap(([name, device]) => {
      const file = name.toLowerCase();
      const folder = `${name}/2k22/amd64`;
      return [
        [`${folder}/${file}.inf`, storageInf(file, device, decoration)],
        [`${folder}/${file}.cat`, `catalogue of ${file}`],
        [`${folder}/${file}.sys`, `driver ${file}`],
      ];
    }),
  );
}
