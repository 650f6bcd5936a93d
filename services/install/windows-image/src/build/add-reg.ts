import {
  binary,
  expandable,
  number,
  text,
  texts,
  type RegistryValue,
} from '../registry/reg-file.js';
import { BuildRefused } from './build-refused.js';
import type { Inf } from './inf.js';

const KEY_ONLY = 0x10;

/**
 * Returns the values that the AddReg sections of an install section write below HKR.
 *
 * https://learn.microsoft.com/windows-hardware/drivers/install/inf-addreg-directive
 * @throws BuildRefused for an unknown kind of value
 */
export function addedValues(
  inf: Inf,
  section: string,
): Record<string, Record<string, RegistryValue>> {
  const found = emptyRecord<Record<string, RegistryValue>>();
  for (const { values: lines } of inf.section(section).filter(isAddReg)) {
    for (const { values } of lines.flatMap((name) => inf.section(name))) {
      const [root = '', key = '', name = '', flags = '0', ...data] = values;
      if (root.toUpperCase() !== 'HKR' || key === '') continue;
      found[key] ??= emptyRecord();
      const kind = Number(flags || '0');
      if (kind !== KEY_ONLY) found[key][name] = toValue(inf, kind, data);
    }
  }
  return found;
}

/** Has no prototype because names come from the INF and may be `__proto__`. */
const emptyRecord = <T>(): Record<string, T> => Object.create(null) as Record<string, T>;

const isAddReg = ({ key }: { key: string }): boolean => key.toLowerCase() === 'addreg';

function toValue(inf: Inf, kind: number, data: string[]): RegistryValue {
  switch (kind) {
    case 0x00000000:
      return text(data[0] ?? '');
    case 0x00000001:
      return binary(Buffer.from(data.map((byte) => parseInt(byte, 16))));
    case 0x00010000:
      return texts(data);
    case 0x00010001:
      return number(Number(data[0]) >>> 0);
    case 0x00020000:
      return expandable(data[0] ?? '');
    default:
      throw new BuildRefused(
        `${inf.name} writes a registry value of the unknown kind 0x${kind.toString(16)}.`,
      );
  }
}
