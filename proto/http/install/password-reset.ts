import { z } from 'zod';
import { instant, UNREADABLE } from '../envelope.js';
import { newRdpPassword } from './rdp.js';
import { consoleCode } from './recovery.js';

/** POST /user/install/{id}/password: has the recovery system reset the password of Windows' built-in administrator. */
export const passwordResetRequest = z.object(
  { code: consoleCode, passwd_rdp: newRdpPassword },
  UNREADABLE,
);
export type PasswordResetRequest = z.infer<typeof passwordResetRequest>;

/** Last reset of an install's Windows password. */
export const passwordReset = z.object({
  /**
   * `waiting` for the recovery system, which is `writing`; Windows is `starting` and sets the password; `done`: Windows
   * accepted it in a sign-in.
   */
  status: z.enum(['waiting', 'writing', 'starting', 'done', 'failed']),
  /** Set if it failed. */
  failure: z.object({ code: z.string(), message: z.string(), cure: z.string() }).nullable(),
  requested_at: instant,
  ended_at: instant.nullable(),
});
export type PasswordReset = z.infer<typeof passwordReset>;
