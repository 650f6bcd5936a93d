import type { z } from 'zod';
import type { SettingsClass } from './base-config.js';
import { developmentValues, secretFields } from './field-marks.js';

type Env = Record<string, string | undefined>;

const PLACEHOLDER = /^<.*>$|change[-_ ]?me|placeholder|example|^(secret|password|todo|xxx+|test)$/i;
const MIN_SECRET_LENGTH = 12;

/** Names the invalid variables and the reasons, never their values, because the text ends up in logs. */
export class BadConfig extends Error {
  constructor(readonly problems: string[]) {
    super(`The configuration is not usable: ${problems.join('; ')}.`);
    this.name = 'BadConfig';
  }
}

/**
 * Reads the settings of a process once, before it listens. An empty variable counts as missing because compose files
 * and Helm leave variables empty.
 *
 * @throws BadConfig that names every invalid variable
 */
export function loadConfig<T>(config: SettingsClass<T>, source: Env): T {
  const shape = config.schema.shape as Record<string, z.ZodType>;
  const production = source['NODE_ENV'] === 'production';
  const env: Env = {};
  for (const [name, schema] of Object.entries(shape)) {
    const fallback = developmentValues.find(schema) ?? secretFields.find(schema);
    env[name] = source[name]?.trim() || (production ? undefined : fallback);
  }

  const parsed = config.schema.safeParse(env);
  const problems = new Map<string, string>();
  if (production) {
    for (const [name, schema] of Object.entries(shape)) {
      const problem = secretProblem(env[name], secretFields.find(schema));
      if (problem) problems.set(name, problem);
    }
  }
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0]);
    if (!problems.has(name)) problems.set(name, env[name] ? wording(issue) : 'is missing');
  }
  if (problems.size > 0) throw new BadConfig([...problems].map(([name, why]) => `${name} ${why}`));
  return new config(parsed.data as object);
}

function secretProblem(value: string | undefined, development: string | undefined) {
  if (development === undefined || !value) return undefined;
  if (value === development) return 'still has its development value';
  if (PLACEHOLDER.test(value)) return 'is a placeholder';
  if (value.length < MIN_SECRET_LENGTH) return `is shorter than ${MIN_SECRET_LENGTH} characters`;
  return undefined;
}

/** zod's messages can quote the input, so only our own messages and the kind of problem are used. */
function wording(issue: z.core.$ZodIssue): string {
  const isOurs = issue.code === 'invalid_format' || issue.code === 'custom';
  if (isOurs && issue.message.startsWith('must ')) return issue.message;
  if (issue.code === 'invalid_format') return `is not a valid ${issue.format}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_small') return `is below ${issue.minimum}`;
  if (issue.code === 'too_big') return `is above ${issue.maximum}`;
  if (issue.code === 'invalid_type') return `is not a valid ${issue.expected}`;
  return 'is not valid';
}
