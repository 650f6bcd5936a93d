import {
  binary,
  expandable,
  number,
  text,
  texts,
  type RegistryChanges,
  type RegistryValue,
} from '../registry/reg-file.js';
import { guidBytes } from './bcd.js';
import type { DriverPackage } from './driver-package.js';

const STORE = 'System32\\DriverStore\\FileRepository';
const AMD64 = 9;
const BOOT_START = 0;
/** Rank of an INF that matches the device's own identifier or a compatible one. */
const OWN = 1;
const COMPATIBLE = 2;
const PRESENT = 0x12;
const EVERY_SCOPE = 7;

/** Windows numbers third-party INFs; a name without a number leaves all numbers available. */
export const storedInf = ({ inf }: DriverPackage): string => `oem-${inf}`;

/**
 * Returns the registry changes that let Windows boot from a disk behind this driver: its boot-start service, and the
 * entries by which the kernel finds the driver, because nothing can be installed before the disk is readable.
 *
 * Windows 8 and later. No signer is recorded because Windows checks the signature itself.
 */
export function bootDriverChanges(driver: DriverPackage, controlSet: string): RegistryChanges {
  const { folder, service, devices, hardware } = driver;
  const database = 'DriverDatabase';
  const described = `${database}\\DriverPackages\\${folder}`;
  const configurations = [...new Set(devices.map(({ install }) => install))];
  const changes: RegistryChanges = {
    [`${database}\\DriverInfFiles\\${storedInf(driver)}`]: {
      '': texts([folder]),
      Active: text(folder),
      Configurations: texts(configurations),
    },
    [described]: {
      '': text(storedInf(driver)),
      Catalog: text(driver.catalog),
      InfName: text(driver.inf),
      Provider: text(driver.provider),
      StatusFlags: number(PRESENT),
      Version: binary(versionBytes(driver)),
    },
    ...serviceChanges(driver, `${controlSet}\\Services\\${service.name}`),
  };
  for (const install of configurations) {
    const keyPath = `${described}\\Configurations\\${install}`;
    changes[keyPath] = {
      ConfigFlags: number(0),
      ConfigScope: number(EVERY_SCOPE),
      Service: text(service.name),
    };
    below(changes, `${keyPath}\\Device`, hardware);
    below(changes, `${keyPath}\\Services\\${service.name}`, service.settings);
  }
  for (const { ids, install } of devices) {
    for (const [index, id] of ids.entries()) {
      const rank = Buffer.from([index === 0 ? OWN : COMPATIBLE, 0xff, 0, 0]);
      const key = `${database}\\DeviceIds\\${id}`;
      changes[key] = { ...changes[key], [storedInf(driver)]: binary(rank) };
      changes[`${described}\\Descriptors\\${id}`] = { Configuration: text(install) };
    }
  }
  return changes;
}

function serviceChanges(driver: DriverPackage, keyPath: string): RegistryChanges {
  const { service, folder } = driver;
  const path = service.fromStore
    ? `\\SystemRoot\\${STORE}\\${folder}\\${service.file}`
    : `System32\\drivers\\${service.file}`;
  const changes: RegistryChanges = {
    [keyPath]: {
      Type: number(service.type),
      Start: number(BOOT_START),
      ErrorControl: number(service.errorControl),
      ImagePath: expandable(path),
      Owners: texts([storedInf(driver)]),
      ...(service.group && { Group: text(service.group) }),
    },
  };
  below(changes, keyPath, service.settings);
  return changes;
}

function below(
  changes: RegistryChanges,
  keyPath: string,
  settings: Record<string, Record<string, RegistryValue>>,
): void {
  for (const [key, values] of Object.entries(settings)) changes[`${keyPath}\\${key}`] = values;
}

/** Seconds between 1601 and 1970. */
const EPOCH_SECONDS = 11_644_473_600n;

/** Encodes architecture, class, date and version as the single value that Windows compares. */
function versionBytes({ classGuid, date, version }: DriverPackage): Buffer {
  const bytes = Buffer.alloc(48);
  bytes.writeUInt16LE(0xff00, 0);
  bytes.writeUInt16LE(AMD64, 2);
  guidBytes(classGuid).copy(bytes, 8);
  const ticks = (BigInt(Math.floor(date.getTime() / 1000)) + EPOCH_SECONDS) * 10_000_000n;
  bytes.writeBigUInt64LE(ticks, 24);
  for (const [index, part] of version.entries()) bytes.writeUInt16LE(part, 38 - index * 2);
  return bytes;
}
