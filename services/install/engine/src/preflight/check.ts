import { toFailure, type FailureValues } from '../failures/engine-error.js';
import type { FailureCode } from '@casement/proto/texts/failures.js';
import { shortText } from '@casement/windows-image/text.js';

export interface Check {
  /** Stable identifier. */
  name: string;
  result: 'ok' | 'refused';
  found: string;
  /** Code of the refusal. If the result is `ok`: code of a remark shown before the disk is erased. */
  code: FailureCode | null;
  message: string | null;
  cure: string | null;
}

const ok = (name: string, found: string): Check => ({
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

/** Returns an accepted check with a remark. */
export const remark = (
  name: string,
  found: string,
  code: FailureCode,
  values?: FailureValues,
): Check => ({
  ...refused(name, found, code, values),
  result: 'ok',
});

/** Returns the first applicable refusal, otherwise ok. */
export function check(
  name: string,
  found: string,
  ...refusals: [applies: boolean, code: FailureCode, values?: FailureValues][]
): Check {
  const refusal = refusals.find(([applies]) => applies);
  return refusal ? refused(name, found, refusal[1], refusal[2]) : ok(name, found);
}
