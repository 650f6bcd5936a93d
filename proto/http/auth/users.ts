import { z } from 'zod';
import { instant, NO_CONTROL_CHARACTERS, pageQuery, sortedBy, UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';

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
});
export type User = z.infer<typeof user>;

/** GET /admin/users: newest first unless sorted. The search matches username and email address, ignoring case. */
export const adminUsersQuery = pageQuery.extend({
  ...sortedBy(['created_at', 'username']),
  search: z
    .string(RULES.SEARCH)
    .trim()
    .max(254, RULES.SEARCH)
    .regex(NO_CONTROL_CHARACTERS, RULES.SEARCH)
    .default(''),
});
export type AdminUsersQuery = z.infer<typeof adminUsersQuery>;

/** Row of GET /admin/users. Quota and Telegram fields are `null` while their service does not answer. */
export const adminUser = user;
export type AdminUser = z.infer<typeof adminUser>;

/** PUT /admin/users/{id}. */
export const updateRoleRequest = z.object(
  { admin: z.union([z.literal(0), z.literal(1)], RULES.ROLE) },
  UNREADABLE,
);
export type UpdateRoleRequest = z.infer<typeof updateRoleRequest>;

export const updateRoleResponse = z.object({ user });
