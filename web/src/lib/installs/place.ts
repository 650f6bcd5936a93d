import type { InstallRecord } from '@casement/proto/http/install/install.js';

/** Address in a sentence, after the customer's label of the machine. */
export const placeOf = ({ ip, label }: Pick<InstallRecord, 'ip' | 'label'>): string =>
  label ? `${label} (${ip})` : ip;
