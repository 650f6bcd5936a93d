import { toFailure, type FailureValues } from '../failures/engine-error.js';
import type { FailureCode } from '../failures/failures.js';
import { shortText } from '@casement/windows-image/text.js';

/** One line of the preflight's answer. */
export interface Check {
  /** Stable name of what was looked at. */
  name: string;
  result: 'ok' | 'refused';
  /** What was found, in a few words. */
  found: string;
  /** Null when ok. */
  code: FailureCode | null;
  message: string | null;
  cure: string | null;
}

export const ok = (name: string, found: string): Check => ({
  name,
  result: 'ok',
  found: shortText(found),
  code: null,
  message: null,
  cure: null,
});

export function refused(
  name: string,
  found: string,
  code: FailureCode,
  values: FailureValues = {},
): Check {
  const { message, cure } = toFailure(code, values);
  return { name, result: 'refused', found: shortText(found), code, message, cure };
}

/** The checks that depend on one question: refused with the first answer that applies, else ok. */
export function check(
  name: string,
  found: string,
  ...refusals: [applies: boolean, code: FailureCode, values?: FailureValues][]
): Check {
  const refusal = refusals.find(([applies]) => applies);
  return refusal ? refused(name, found, refusal[1], refusal[2]) : ok(name, found);
}
