import { z } from 'zod';
import { instant, NO_CONTROL_CHARACTERS, UNREADABLE } from '../envelope.js';
import { humanName } from '../human-name.js';
import { RULES } from '../rules.js';
import { isTimeZone } from '../time-zone.js';
import { apiKey } from './api-keys.js';
import { termsToAccept } from './legal.js';
import { language, user } from './users.js';

/** PUT /user/profile. */
export const updateProfileRequest = z.object(
  {
    first_name: humanName(100, {
      text: RULES.FIRST_NAME_TEXT,
      tooLong: RULES.NAME_TOO_LONG,
      characters: RULES.NAME_CONTROL_CHARACTERS,
    })
      .nullable()
      .optional(),
    avatar_url: z
      .url({ protocol: /^https$/, error: RULES.AVATAR })
      .max(500, RULES.AVATAR)
      .regex(NO_CONTROL_CHARACTERS, RULES.AVATAR)
      .nullable()
      .optional(),
    language: language.optional(),
    time_zone: z.string(RULES.TIME_ZONE).refine(isTimeZone, RULES.TIME_ZONE).optional(),
  },
  UNREADABLE,
);
export type UpdateProfileRequest = z.infer<typeof updateProfileRequest>;

export const profileResponse = z.object({ user });

/** GET /user/sessions: sessions of this account, the current one first. */
export const userSession = z.object({
  id: z.string(),
  /** Description of the User-Agent, e.g. `Chrome on Windows`. */
  device: z.string(),
  /** Address of the last refresh. */
  address: z.string().nullable(),
  created_at: instant,
  /** Time of the last refresh. An open page refreshes every quarter of an hour. */
  last_seen_at: instant,
  /** True for the session of the request. */
  current: z.boolean(),
});
export type UserSession = z.infer<typeof userSession>;

const exportedRows = z.array(z.looseObject({}));

/** Data of billing, install and telegram in an export. Rows are as in the routes of these services. */
export const exportedByServices = z.object({
  topups: exportedRows,
  ledger: exportedRows,
  receipt_details: z.looseObject({}),
  installs: exportedRows,
  webhooks: exportedRows,
  telegram: z.looseObject({}).nullable(),
  notification_settings: exportedRows,
  notifications: exportedRows,
});
export type ExportedByServices = z.infer<typeof exportedByServices>;

/** POST /user/account/export: data about the caller. Lists have at most MAX_EXPORT_ROWS rows, newest first. */
export const dataExport = z.object({
  exported_at: instant,
  user,
  sessions: z.array(userSession),
  api_keys: z.array(apiKey),
  accepted_terms: z.array(z.object({ version: z.number().int(), accepted_at: instant })),
  ...exportedByServices.shape,
});
export type DataExport = z.infer<typeof dataExport>;

/** GET /user/dashboard: composed by auth from billing, install and telegram. */
export const dashboardResponse = z.object({
  user,
  stats: z.object({
    quota: z.number().int(),
    /** All installs of the user. */
    totalVPS: z.number().int(),
    /** Sum of pending, preparing and running. */
    activeConnections: z.number().int(),
    /** completed ÷ (completed + failed) in percent, rounded; `null` while no install has ended. */
    successRate: z.number().nullable(),
  }),
  /** False if the telegram service did not answer. Its fields are then unknown instead of "not connected". */
  telegramKnown: z.boolean(),
  /** `null` if all terms are accepted; absent from older versions. */
  terms_to_accept: termsToAccept.nullable().optional(),
});
export type DashboardResponse = z.infer<typeof dashboardResponse>;
