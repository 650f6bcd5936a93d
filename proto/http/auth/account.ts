import { z } from 'zod';
import { instant, NO_CONTROL_CHARACTERS, UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';
import { user } from './users.js';

/** PUT /user/profile. */
export const updateProfileRequest = z.object(
  {
    first_name: z
      .string(RULES.FIRST_NAME_TEXT)
      .trim()
      .max(100, RULES.NAME_TOO_LONG)
      .regex(NO_CONTROL_CHARACTERS, RULES.NAME_CONTROL_CHARACTERS)
      .nullable()
      .optional(),
    avatar_url: z
      .url({ protocol: /^https$/, error: RULES.AVATAR })
      .max(500, RULES.AVATAR)
      .regex(NO_CONTROL_CHARACTERS, RULES.AVATAR)
      .nullable()
      .optional(),
  },
  UNREADABLE,
);
export type UpdateProfileRequest = z.infer<typeof updateProfileRequest>;

export const profileResponse = z.object({ user });

/** GET /user/sessions: where this account is signed in, the present session first. */
export const userSession = z.object({
  id: z.string(),
  /** From its User-Agent, e.g. `Chrome on Windows`. */
  device: z.string(),
  /** Where it was last seen. */
  address: z.string().nullable(),
  created_at: instant,
  /** When it was last refreshed; an open page does so every quarter of an hour. */
  last_seen_at: instant,
  /** The session that asks. */
  current: z.boolean(),
});
export type UserSession = z.infer<typeof userSession>;

/** GET /user/dashboard: composed by auth from billing, install and telegram. */
export const dashboardResponse = z.object({
  user,
  stats: z.object({
    quota: z.number().int(),
    /** All installs of the user. */
    totalVPS: z.number().int(),
    /** pending + preparing + running. */
    activeConnections: z.number().int(),
    /** completed ÷ (completed + failed) in percent, rounded; null while none has ended. */
    successRate: z.number().nullable(),
  }),
  /** False when the telegram service did not answer: its fields are then unknown, not "not connected". */
  telegramKnown: z.boolean(),
});
export type DashboardResponse = z.infer<typeof dashboardResponse>;
