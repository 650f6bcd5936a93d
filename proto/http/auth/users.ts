import { z } from 'zod';
import {
  instant,
  NO_CONTROL_CHARACTERS,
  NO_NUL,
  pageQuery,
  searchText,
  sortedBy,
  UNREADABLE,
  userId,
} from '../envelope.js';
import { RULES } from '../rules.js';
import { LANGUAGES } from '../../language.js';

/** Languages of the pages and mails. */
export const language = z.enum(LANGUAGES, RULES.LANGUAGE);

/** User as returned by every service (SPEC §3). Fields owned by other services are `null` here. */
export const user = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  is_verified: z.boolean(),
  /** 0 or 1. */
  admin: z.number().int().min(0).max(1),
  quota: z.number().int().nullable(),
  profile: z.object({ first_name: z.string().nullable(), avatar_url: z.string().nullable() }),
  telegram: z.string().nullable(),
  telegram_display_name: z.string().nullable(),
  telegram_user_id: z.string().nullable(),
  telegram_notifications: z.boolean().nullable(),
  created_at: instant,
  /** Chosen by the user; `null` uses the browser's. Absent from older versions, like the time zone. */
  language: language.nullish(),
  /** IANA name, e.g. `Asia/Jakarta`. */
  time_zone: z.string().optional(),
});
export type User = z.infer<typeof user>;

/** GET /admin/users: newest first unless sorted. The search matches username and email address, ignoring case. */
export const adminUsersQuery = pageQuery.extend({
  ...sortedBy(['created_at', 'username']),
  search: searchText,
});
export type AdminUsersQuery = z.infer<typeof adminUsersQuery>;

/** Row of GET /admin/users. Quota and Telegram fields are `null` while their service does not answer. */
export const adminUser = user.extend({
  /** Time of the suspension; `null` if the account is not suspended. Absent from older versions. */
  suspended_at: instant.nullish(),
  suspended_reason: z.string().nullish(),
  /** Note of the administrators about this user, never shown to the user. */
  note: z.string().nullish(),
});
export type AdminUser = z.infer<typeof adminUser>;

/** PUT /admin/users/{id}. */
export const updateRoleRequest = z.object(
  { admin: z.union([z.literal(0), z.literal(1)], RULES.ROLE) },
  UNREADABLE,
);
export type UpdateRoleRequest = z.infer<typeof updateRoleRequest>;

export const updateRoleResponse = z.object({ user });

/** Actions of an administrator on up to 100 users. */
const userAction = z.enum(
  ['suspend', 'unsuspend', 'sign_out', 'resend_verification'],
  RULES.USER_ACTION,
);
export type UserAction = z.infer<typeof userAction>;

/** POST /admin/users/actions. A suspension needs a reason. */
export const userActionRequest = z
  .object(
    {
      ids: z
        .array(userId, RULES.USER_ACTION_USERS)
        .min(1, RULES.USER_ACTION_USERS)
        .max(100, RULES.USER_ACTION_USERS),
      action: userAction,
      reason: z
        .string(RULES.SUSPENSION_REASON_REQUIRED)
        .trim()
        .max(500, RULES.REASON_TOO_LONG)
        .regex(NO_CONTROL_CHARACTERS, UNREADABLE)
        .default(''),
      /** Only tells what would change. */
      preview: z.boolean(UNREADABLE).default(false),
    },
    UNREADABLE,
  )
  .refine(({ action, reason, preview }) => action !== 'suspend' || preview || reason !== '', {
    path: ['reason'],
    message: RULES.SUSPENSION_REASON_REQUIRED,
  });
export type UserActionRequest = z.input<typeof userActionRequest>;

/** Effect on one user. Only `changes` alters something. */
const userActionOutcome = z.enum([
  'changes',
  'unchanged',
  'own_account',
  'last_administrator',
  'no_email',
  'not_found',
]);
export type UserActionOutcome = z.infer<typeof userActionOutcome>;

export const userActionResponse = z.array(
  z.object({ id: z.string(), username: z.string().nullable(), outcome: userActionOutcome }),
);
export type UserActionResponse = z.infer<typeof userActionResponse>;

/** PUT /admin/users/{id}/note. An empty note removes it. */
export const adminNoteRequest = z.object(
  {
    note: z.string(RULES.ADMIN_NOTE).trim().max(4_000, RULES.ADMIN_NOTE).regex(NO_NUL, UNREADABLE),
  },
  UNREADABLE,
);
export type AdminNoteRequest = z.infer<typeof adminNoteRequest>;
