import { createHash } from 'node:crypto';
import type { RegistryValue } from '../registry/reg-file.js';
import { addedValues } from './add-reg.js';
import { BuildRefused } from './build-refused.js';
import { Inf } from './inf.js';
import { modelsSection, type WindowsTarget } from './inf-target.js';

interface DriverDevice {
  /** Identifiers such as `PCI\VEN_1AF4&DEV_1001`; the device's own identifier first, then compatible ones. */
  ids: string[];
  install: string;
}

interface DriverService {
  name: string;
  type: number;
  start: number;
  errorControl: number;
  /** File name, and whether Windows starts it from the driver store. */
  file: string;
  fromStore: boolean;
  group: string | null;
  /** Values by key below the service. */
  settings: Record<string, Record<string, RegistryValue>>;
}

export interface DriverPackage {
  inf: string;
  /** Folder in the driver store. */
  folder: string;
  provider: string;
  catalog: string;
  classGuid: string;
  date: Date;
  version: number[];
  devices: DriverDevice[];
  service: DriverService;
  /** Values by key below the device. */
  hardware: Record<string, Record<string, RegistryValue>>;
  /** Includes the INF. */
  files: string[];
}

const FILE_NAME = /^[\w-][\w.-]*$/;

/** @throws BuildRefused if it is for another Windows version, or refers to files outside its folder */
export function readPackage(name: string, bytes: Buffer, target: WindowsTarget): DriverPackage {
  const inf = new Inf(name, bytes);
  const models = modelsSection(inf, target);
  const devices = inf.section(models).flatMap(({ values: [install = '', ...ids] }) => {
    const wanted = ids.filter((id) => /^PCI\\[\w&]+$/i.test(id));
    return wanted.length > 0 ? [{ install, ids: wanted }] : [];
  });
  const install = devices[0]?.install;
  if (!install) throw new BuildRefused(`${name} names no PCI device in [${models}].`);
  const [month = 0, day = 0, year = 0] = inf
    .value('Version', 'DriverVer')
    .split('/')
    .map((part) => Number(part));
  const catalog = inf.values('Version', 'CatalogFile.NTamd64')[0];
  const files = [
    name,
    catalog ?? inf.value('Version', 'CatalogFile'),
    ...['SourceDisksFiles', 'SourceDisksFiles.amd64'].flatMap((section) =>
      inf.section(section).map(({ key }) => key),
    ),
  ];
  const invalid = files.find((file) => !FILE_NAME.test(file));
  if (invalid !== undefined) {
    throw new BuildRefused(
      `${name} names the file ${JSON.stringify(invalid)}, which is no plain name.`,
    );
  }
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return {
    inf: name.toLowerCase(),
    folder: `${name.toLowerCase()}_amd64_${hash}`,
    provider: inf.value('Version', 'Provider'),
    catalog: files[1]!,
    classGuid: guid(inf),
    date: new Date(Date.UTC(year, month - 1, day)),
    version: versionOf(inf),
    devices,
    service: serviceOf(inf, sectionFor(inf, install, 'Services')),
    hardware: addedValues(inf, sectionFor(inf, install, 'HW')),
    files: [...new Set(files)],
  };
}

function guid(inf: Inf): string {
  const text = inf.value('Version', 'ClassGUID');
  if (/^\{[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\}$/i.test(text)) return text.toLowerCase();
  throw new BuildRefused(`${inf.name} has a ClassGUID that is none: ${text}.`);
}

function versionOf(inf: Inf): number[] {
  const parts = (inf.values('Version', 'DriverVer')[1] ?? '').split('.').map(Number);
  if (parts.length === 4 && parts.every((part) => part >= 0 && part <= 0xffff)) return parts;
  throw new BuildRefused(`${inf.name} has a DriverVer without a version of four numbers.`);
}

/** Windows prefers `name.NTamd64.Services` to `name.NT.Services` to `name.Services`. */
function sectionFor(inf: Inf, install: string, suffix: string): string {
  const names = ['.NTamd64', '.NT', ''].map((platform) => `${install}${platform}.${suffix}`);
  return names.find((name) => inf.hasSection(name)) ?? `${install}.${suffix}`;
}

function serviceOf(inf: Inf, section: string): DriverService {
  const [name, , install] = inf.values(section, 'AddService');
  if (!name || !install || !FILE_NAME.test(name)) {
    throw new BuildRefused(`${inf.name} installs no service in [${section}].`);
  }
  const numberOf = (key: string) => Number(inf.value(install, key));
  const binary = inf.value(install, 'ServiceBinary');
  const [, folder, file] = /^%(12|13)%\\([\w.-]+\.sys)$/i.exec(binary) ?? [];
  if (!file) throw new BuildRefused(`${inf.name} starts ${binary}, which is no driver file.`);
  return {
    name,
    type: numberOf('ServiceType'),
    start: numberOf('StartType'),
    errorControl: numberOf('ErrorControl'),
    file,
    fromStore: folder === '13',
    group: inf.values(install, 'LoadOrderGroup')[0] ?? null,
    settings: addedValues(inf, install),
  };
}
