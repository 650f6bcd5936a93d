import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { RULES, ruleCodeOf } from './rules.js';

function messagesOf(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  const { _zod: inner } = value as { _zod?: { def: object } };
  const def = (inner?.def ?? value) as { error?: (issue: object) => unknown };
  const own = typeof def.error === 'function' ? [def.error({})] : [];
  return [
    ...own.filter((message) => typeof message === 'string'),
    ...Object.values(def).flatMap((part) => messagesOf(part, seen)),
  ];
}

async function messagesIn(directory: string): Promise<string[]> {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.spec|\.routes)\.ts$/.test(name),
  );
  const modules = await Promise.all(
    files.map((name) => import(join(directory, name)) as Promise<object>),
  );
  return modules.flatMap((module) => Object.values(module).flatMap((part) => messagesOf(part)));
}

describe('RULES', () => {
  it('contains the message of every rule', async () => {
    const found = await messagesIn(__dirname);
    expect(found).toContain(RULES.PRICE_DECIMALS);
    expect(found).toContain(RULES.ADDRESS_INVALID);
    expect(found.filter((message) => !ruleCodeOf(message))).toEqual([]);
  });

  it('contains no duplicate messages', () => {
    expect(new Set(Object.values(RULES)).size).toBe(Object.keys(RULES).length);
  });

  it('finds the code of a message', () => {
    expect(ruleCodeOf('Username must be less than 50 characters')).toBe('USERNAME_TOO_LONG');
    expect(ruleCodeOf('Something else')).toBeUndefined();
  });
});
