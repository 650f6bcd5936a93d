import {
  windowsFacts,
  type WindowsFacts,
} from '@casement/proto/http/install/windows/certifications.js';

/** Windows' report has a few kilobytes. */
const MAX_BYTES = 32 * 1024;

/** Windows' report, or a short reason why it is missing. */
export type FactsAnswer = { facts: WindowsFacts } | { problem: string };

/** Parses the field `facts` as written by facts.ps1. */
export function readFacts(field: unknown): FactsAnswer {
  if (typeof field !== 'string' || field === '') return { problem: 'its report has none' };
  if (field.length > MAX_BYTES) return { problem: 'it is too long' };
  let value: unknown;
  try {
    // PowerShell writes files with a byte order mark.
    value = JSON.parse(field.replace(/^\ufeff/, ''));
  } catch {
    return { problem: 'it is no JSON' };
  }
  const parsed = windowsFacts.safeParse(value);
  if (parsed.success) return { facts: parsed.data };
  const [issue] = parsed.error.issues;
  return { problem: `${issue?.path.join('.')}: ${issue?.message}` };
}
