import { randomInt } from 'node:crypto';

/** Names that form-filling scripts like, and that no field of ours has (those would be refused). */
const FIRST = ['website', 'company', 'homepage', 'phone', 'fax', 'address', 'middle_name', 'city'];

/** A new name each time, so that a script can't learn which field to leave out. */
export const honeypotName = (): string =>
  `${FIRST[randomInt(FIRST.length)]}_${randomInt(36 ** 4)
    .toString(36)
    .padStart(4, '0')}`;
