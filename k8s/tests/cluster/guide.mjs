/** Commands that docs/kubernetes.md tells operators to type, and the keys that it lists for the Secrets. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const text = readFileSync(join(import.meta.dirname, '../../../docs/kubernetes.md'), 'utf8');

/** @returns the commands of the first block of this section that contains the word, with continued lines joined */
export function commands(heading, word) {
  const section = text.split(/^(?=##+ )/m).find((one) => one.includes(`# ${heading}\n`)) ?? '';
  const block = [...section.matchAll(/^```\n([^]*?)^```$/gm)].find(([, one]) => one.includes(word));
  if (!block) throw new Error(`kubernetes.md has no commands with "${word}" under "${heading}".`);
  return block[1].replaceAll('\\\n', '').trimEnd().split('\n');
}

/**
 * Reads the list of Secrets in section 4.
 *
 * @returns Secret → the keys that it may have
 */
export function secretKeys() {
  const rows = text.matchAll(/^- `(casement-\w+)`: (.*)$/gm);
  return Object.fromEntries(
    [...rows].map(([, name, keys]) => [name, [...keys.matchAll(/`(\w+)`/g)].map(([, key]) => key)]),
  );
}
