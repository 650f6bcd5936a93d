import { z } from 'zod';
import { UNREADABLE } from '../envelope.js';
import { humanName } from '../human-name.js';
import { RULES } from '../rules.js';
import { installRecord } from './install.js';

/** PUT /user/install/{id}/label. Applies to all installs of the caller with the same address and port. */
export const machineLabelRequest = z.object(
  {
    /** An empty string removes the label. */
    label: humanName(60, {
      text: RULES.MACHINE_LABEL,
      tooLong: RULES.MACHINE_LABEL_TOO_LONG,
      characters: RULES.MACHINE_LABEL_CHARACTERS,
    }),
  },
  UNREADABLE,
);
export type MachineLabelRequest = z.infer<typeof machineLabelRequest>;

/** GET /user/machines: an address and port of the caller's own installs. */
export const machine = z.object({
  ip: z.string(),
  /** Port at which the desktop is reachable. */
  port: z.number().int(),
  label: z.string().nullable(),
  /** Number of installs. */
  installs: z.number().int(),
  /** Latest install. */
  last: installRecord,
  /**
   * Install of the Windows that runs on the machine; `null` if none completed, or if a later install has signed in to a
   * Linux there.
   */
  windows: installRecord.nullable(),
});
export type Machine = z.infer<typeof machine>;
