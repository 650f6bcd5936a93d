import { z } from 'zod';
import { instant, NO_NUL, UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';

export const announcementKind = z.enum(['information', 'maintenance'], RULES.ANNOUNCEMENT_KIND);
export type AnnouncementKind = z.infer<typeof announcementKind>;

const text = z
  .string(RULES.ANNOUNCEMENT_TEXT)
  .trim()
  .min(1, RULES.ANNOUNCEMENT_TEXT)
  .max(500, RULES.ANNOUNCEMENT_TEXT)
  .regex(NO_NUL, UNREADABLE);
/** From 2000 to 2999, because PostgreSQL has no year 0. */
const time = z.iso
  .datetime({ offset: true, error: RULES.ANNOUNCEMENT_TIME })
  .regex(/^2/, RULES.ANNOUNCEMENT_TIME);

/** PUT /admin/announcements/{id}: creates or replaces. Plain text. */
export const announcementRequest = z
  .object(
    { kind: announcementKind, text_en: text, text_id: text, starts_at: time, ends_at: time },
    UNREADABLE,
  )
  .refine(({ starts_at, ends_at }) => Date.parse(starts_at) < Date.parse(ends_at), {
    path: ['ends_at'],
    message: RULES.ANNOUNCEMENT_ORDER,
  });
export type AnnouncementRequest = z.infer<typeof announcementRequest>;

/** Text for all customers, shown from `starts_at` until `ends_at`. */
export const announcement = z.object({
  id: z.string(),
  kind: announcementKind,
  text_en: z.string(),
  text_id: z.string(),
  starts_at: instant,
  ends_at: instant,
});
export type Announcement = z.infer<typeof announcement>;
