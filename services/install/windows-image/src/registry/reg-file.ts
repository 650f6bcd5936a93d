/** Changes of a hive: values by key, or `null` to delete the key with its contents. */
export type RegistryChanges = Record<string, Record<string, RegistryValue> | null>;
export interface RegistryValue {
  type: number;
  data: Buffer;
}

export const text = (value: string): RegistryValue => ({ type: 1, data: utf16(value) });
export const expandable = (value: string): RegistryValue => ({ type: 2, data: utf16(value) });
export const binary = (data: Buffer): RegistryValue => ({ type: 3, data });
export const texts = (values: string[]): RegistryValue => ({
  type: 7,
  data: Buffer.concat([...values.map(utf16), Buffer.alloc(2)]),
});
export function number(value: number): RegistryValue {
  const data = Buffer.alloc(4);
  data.writeUInt32LE(value);
  return { type: 4, data };
}

const utf16 = (value: string): Buffer => Buffer.from(`${value}\0`, 'utf16le');

/** Other characters could be parsed as more than one key. */
const KEY = /^[\w .&{}()#+,~\-\\]+$/;
const NAME = /^[\w .&{}()#+,%\-]*$/;

/**
 * Renders changes as a .reg file for hivexregedit. Values are written as bytes to avoid quoting and encoding issues.
 * @throws Error if a name, which may come from an INF, could break out of its line
 */
export function regFile(changes: RegistryChanges): string {
  const lines = ['Windows Registry Editor Version 5.00', ''];
  const there = new Set<string>();
  for (const [key, values] of Object.entries(changes)) {
    if (!KEY.test(key)) throw new Error(`${JSON.stringify(key)} is no name for a registry key`);
    if (!values) {
      lines.push(`[-\\${key}]`, '');
      continue;
    }
    // Creates the parent keys, which hivexregedit does not.
    const names = key.split('\\');
    for (let depth = 1; depth < names.length; depth++) {
      const parent = names.slice(0, depth).join('\\');
      if (!there.has(parent)) lines.push(`[\\${parent}]`, '');
      there.add(parent);
    }
    there.add(key);
    lines.push(`[\\${key}]`);
    for (const [name, { type, data }] of Object.entries(values)) {
      if (!NAME.test(name)) throw new Error(`${JSON.stringify(name)} is no name for a value`);
      const bytes = [...data].map((byte) => byte.toString(16).padStart(2, '0')).join(',');
      lines.push(`${name === '' ? '@' : `"${name}"`}=hex(${type.toString(16)}):${bytes}`);
    }
    lines.push('');
  }
  return lines.join('\n');
}
