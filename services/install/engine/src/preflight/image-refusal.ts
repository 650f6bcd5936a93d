import { bytesText } from '@casement/windows-image/text.js';
import { firmwareOf, type Plan } from '../machine/plan.js';
import { check, type Check } from './check.js';
import { hasCardDriver, lacksDiskDriver } from './needed-drivers.js';
import type { ImageRequirements } from './requirements.js';

const NAMES = { bios: 'BIOS', uefi: 'UEFI' };

/** Machine as it was examined for an earlier install. */
export interface ExaminedMachine {
  plan: Plan;
  checks: readonly Check[];
  /** Processor features that the earlier image needed and the machine lacks. */
  cpuMissing: readonly string[];
}

/** Checks an image against a machine that cannot be examined again. Facts that were not recorded refuse nothing. */
export function checkImage(
  { plan, checks, cpuMissing }: ExaminedMachine,
  image: ImageRequirements,
): Check {
  const found = (name: string) => checks.find((one) => one.name === name)?.found ?? '';
  const [bus, driver] = [found('disk bus'), found('network card')];
  const firmware = firmwareOf(plan);
  const { firmwares = [image.firmware] } = image;
  const needed = Math.max(image.rawSize, image.minDisk);
  const missing = cpuMissing.filter((feature) => image.processor?.includes(feature)).join(' and ');
  return check(
    'image',
    '',
    [
      !firmwares.includes(firmware),
      'FIRMWARE_MISMATCH',
      { firmware: NAMES[firmware], needed: firmwares.map((one) => NAMES[one]).join(' or ') },
    ],
    [
      plan.disk.size < needed,
      'DISK_TOO_SMALL',
      { size: bytesText(plan.disk.size), needed: bytesText(needed) },
    ],
    [lacksDiskDriver(image, bus), 'DISK_BUS_UNSUPPORTED', { bus }],
    [driver !== '' && !hasCardDriver(image, driver), 'NIC_UNSUPPORTED', { driver }],
    [missing !== '', 'PROCESSOR_UNSUPPORTED', { model: found('processor') || 'unknown', missing }],
  );
}
