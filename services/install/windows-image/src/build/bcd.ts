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
import type { DiskPlan } from './disk-layout.js';

/** Objects present in every store, by their bcdedit names. */
const BOOT_MANAGER = '{9dea862c-5cdd-4e70-acc1-f32b344d4795}';
const GLOBAL_SETTINGS = '{7ea2e1ac-2e61-4728-aaa3-896d9d0a9f0e}';
const LOADER_SETTINGS = '{6efb52bf-1766-41db-a6b3-0ee5eff72bd7}';
const RESUME_SETTINGS = '{1afa9c49-16ab-4a5c-901b-212802da9460}';

/** Templates and file names of the loaders. A BIOS boot manager has no path because it is already running. */
const PROGRAMS = {
  uefi: {
    manager: { '12000002': text('\\EFI\\Microsoft\\Boot\\bootmgfw.efi') },
    loader: { file: 'winload.efi', template: '{b012b84d-c47c-4ed5-b722-c0c42163e569}' },
    resume: { file: 'winresume.efi', template: '{0c334284-9a41-4de1-99b3-a7e87e8ff07e}' },
  },
  bios: {
    manager: {},
    loader: { file: 'winload.exe', template: '{a1943bbc-ea85-487c-97c7-c9ede908a38a}' },
    resume: { file: 'winresume.exe', template: '{98b02a23-0674-4ce7-bdad-e0a15a8ff97b}' },
  },
};

const TYPE = { bootManager: 0x10100002, loader: 0x10200003, resume: 0x10200004 };

/**
 * Builds the disk's boot store from the image's BCD-Template, which contains Windows' settings: boot manager, loader
 * and resume application, each with its partition.
 *
 * Element numbers: https://learn.microsoft.com/previous-versions/windows/desktop/bcd/bcd-enumerations
 */
export function bootStore(
  template: Hive,
  disk: DiskPlan,
  { title, locale }: { title: string; locale: string },
): RegistryChanges {
  const [loader, resume] = [`{${randomUUID()}}`, `{${randomUUID()}}`];
  const { manager, ...programs } = PROGRAMS[disk.firmware];
  const [system, windows] = devices(disk);
  const application = (file: string, description: string, inherits: string) => ({
    '11000001': windows,
    '12000002': text(`\\Windows\\system32\\${file}`),
    '12000004': text(description),
    '12000005': text(locale),
    '14000006': texts([inherits]),
    // BCD elements isolatedcontext and allowedinmemorysettings.
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
      '11000001': system,
      ...manager,
      '12000004': text('Windows Boot Manager'),
      '12000005': text(locale),
      '14000006': texts([GLOBAL_SETTINGS]),
      '23000003': text(loader),
      '23000006': text(resume),
      '24000001': texts([loader]),
    }),
    ...object(loader, TYPE.loader, {
      ...elementsOf(template, programs.loader.template),
      ...application(programs.loader.file, title, LOADER_SETTINGS),
      '21000001': windows,
      '22000002': text('\\Windows'),
      '23000003': text(resume),
      // BCD elements nx (OptIn) and bootmenupolicy (the boot menu of Windows 8 and later).
      '25000020': binary(integers(0)),
      '250000c2': binary(integers(1)),
      // On a server nobody answers a recovery menu: BCD elements recoveryenabled (no), bootstatuspolicy
      // (IgnoreAllFailures) and bootlog (yes), the last as evidence for the boot guard.
      '16000009': binary(Buffer.from([0])),
      '250000e0': binary(integers(1)),
      '26000090': binary(Buffer.from([1])),
    }),
    ...object(resume, TYPE.resume, {
      ...elementsOf(template, programs.resume.template),
      ...application(programs.resume.file, 'Windows Resume Application', RESUME_SETTINGS),
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

/** Returns the elements that a new loader inherits from the template, as in bcdboot. */
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
const STYLE = { gpt: 0, mbr: 1 };

/** Returns the devices of the boot manager and of Windows. */
function devices(disk: DiskPlan): [RegistryValue, RegistryValue] {
  if (disk.firmware === 'bios') {
    const windows = mbrDevice(disk.signature, disk.windows.offset);
    return [windows, windows];
  }
  const id = guidBytes(disk.uuid);
  return [
    device(guidBytes(disk.efi.uuid), STYLE.gpt, id),
    device(guidBytes(disk.windows.uuid), STYLE.gpt, id),
  ];
}

/** An MBR partition is identified by its start offset in bytes. */
function mbrDevice(signature: number, offset: number): RegistryValue {
  const [partition, disk] = [Buffer.alloc(16), Buffer.alloc(16)];
  partition.writeBigUInt64LE(BigInt(offset));
  disk.writeUInt32LE(signature);
  return device(partition, STYLE.mbr, disk);
}

/** Builds a boot manager's partition reference from partition and disk identifier. */
function device(partition: Buffer, style: number, disk: Buffer): RegistryValue {
  const head = Buffer.alloc(32);
  head.writeUInt32LE(PARTITION, 16);
  head.writeUInt32LE(DESCRIPTION_BYTES, 24);
  // Device type 0 (hard disk) with this partition table style.
  const table = Buffer.alloc(8);
  table.writeUInt32LE(style, 4);
  return binary(Buffer.concat([head, partition, table, disk, Buffer.alloc(16)]));
}

/** Encodes a GUID in the mixed-endian layout of Windows and GPT. */
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
