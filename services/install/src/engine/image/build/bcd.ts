import { randomUUID } from 'node:crypto';
import type { Hive } from '../registry/hive.js';
import {
  binary,
  number,
  text,
  texts,
  type RegistryChanges,
  type RegistryValue,
} from '../registry/reg-file.js';
import type { DiskPlan, PlannedPartition } from './disk-layout.js';

/** Objects that every store has, by the names that bcdedit gives them. */
const BOOT_MANAGER = '{9dea862c-5cdd-4e70-acc1-f32b344d4795}';
const GLOBAL_SETTINGS = '{7ea2e1ac-2e61-4728-aaa3-896d9d0a9f0e}';
const LOADER_SETTINGS = '{6efb52bf-1766-41db-a6b3-0ee5eff72bd7}';
const RESUME_SETTINGS = '{1afa9c49-16ab-4a5c-901b-212802da9460}';
/** What a template holds for new loaders under UEFI. */
const LOADER_TEMPLATE = '{b012b84d-c47c-4ed5-b722-c0c42163e569}';
const RESUME_TEMPLATE = '{0c334284-9a41-4de1-99b3-a7e87e8ff07e}';

const TYPE = { bootManager: 0x10100002, loader: 0x10200003, resume: 0x10200004 };

/**
 * Makes the store of a UEFI disk out of the image's own BCD-Template, which already has Windows' settings: the boot manager,
 * this Windows' loader and the application that would resume it, each with its partition.
 *
 * Element numbers: https://learn.microsoft.com/previous-versions/windows/desktop/bcd/bcd-enumerations
 */
export function bootStore(
  template: Hive,
  disk: DiskPlan,
  { title, locale }: { title: string; locale: string },
): RegistryChanges {
  const [loader, resume] = [`{${randomUUID()}}`, `{${randomUUID()}}`];
  const windows = device(disk, disk.windows);
  const application = (path: string, description: string, inherits: string) => ({
    '11000001': windows,
    '12000002': text(path),
    '12000004': text(description),
    '12000005': text(locale),
    '14000006': texts([inherits]),
    // isolatedcontext, and the firmware settings that a loader may read.
    '16000060': binary(Buffer.from([1])),
    '17000077': binary(integers(0x15000075)),
  });
  return {
    Description: {
      KeyName: text('BCD00000000'),
      System: number(1),
      TreatAsSystem: number(1),
    },
    ...object(BOOT_MANAGER, TYPE.bootManager, {
      '11000001': device(disk, disk.efi),
      '12000002': text('\\EFI\\Microsoft\\Boot\\bootmgfw.efi'),
      '12000004': text('Windows Boot Manager'),
      '12000005': text(locale),
      '14000006': texts([GLOBAL_SETTINGS]),
      '23000003': text(loader),
      '23000006': text(resume),
      '24000001': texts([loader]),
    }),
    ...object(loader, TYPE.loader, {
      ...elementsOf(template, LOADER_TEMPLATE),
      ...application('\\Windows\\system32\\winload.efi', title, LOADER_SETTINGS),
      '21000001': windows,
      '22000002': text('\\Windows'),
      '23000003': text(resume),
      // nx OptIn, and the menu of Windows 8 and later.
      '25000020': binary(integers(0)),
      '250000c2': binary(integers(1)),
    }),
    ...object(resume, TYPE.resume, {
      ...elementsOf(template, RESUME_TEMPLATE),
      ...application(
        '\\Windows\\system32\\winresume.efi',
        'Windows Resume Application',
        RESUME_SETTINGS,
      ),
      '21000001': windows,
      '22000002': text('\\hiberfil.sys'),
      '25000008': binary(integers(1)),
    }),
  };
}

function object(
  id: string,
  type: number,
  elements: Record<string, RegistryValue>,
): RegistryChanges {
  const changes: RegistryChanges = { [`Objects\\${id}\\Description`]: { Type: number(type) } };
  for (const [element, value] of Object.entries(elements)) {
    changes[`Objects\\${id}\\Elements\\${element}`] = { Element: value };
  }
  return changes;
}

/** As bcdboot does: a new loader begins with what the template says of one. */
function elementsOf(template: Hive, id: string): Record<string, RegistryValue> {
  const elements = template.key(`Objects\\${id}\\Elements`)?.children() ?? [];
  return Object.fromEntries(
    elements.flatMap((key) => {
      const value = key.value('Element');
      return value && /^[\da-f]{8}$/i.test(key.name) ? [[key.name.toLowerCase(), value]] : [];
    }),
  );
}

const PARTITION = 6;
const DESCRIPTION_BYTES = 0x48;

/** A partition of a GPT disk, as the boot manager finds it: by both identifiers. */
function device(disk: DiskPlan, { uuid }: PlannedPartition): RegistryValue {
  const head = Buffer.alloc(32);
  head.writeUInt32LE(PARTITION, 16);
  head.writeUInt32LE(DESCRIPTION_BYTES, 24);
  const gpt = Buffer.alloc(8);
  return binary(
    Buffer.concat([head, guidBytes(uuid), gpt, guidBytes(disk.uuid), Buffer.alloc(16)]),
  );
}

/** A GUID as Windows and GPT lay it down: its first three parts with the lowest byte first. */
export function guidBytes(uuid: string): Buffer {
  const bytes = Buffer.from(uuid.replaceAll(/[{}-]/g, ''), 'hex');
  bytes.subarray(0, 4).reverse();
  bytes.subarray(4, 6).reverse();
  bytes.subarray(6, 8).reverse();
  return bytes;
}

function integers(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(value);
  return bytes;
}
