import { z } from 'zod';
import { instant, NO_CONTROL_CHARACTERS, UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';

/** GET /user/windows-versions and /admin/windows-versions. */
export const windowsVersion = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  /** False until an image was imported. The form shows the version as disabled. */
  available: z.boolean(),
  created_at: instant,
});
export type WindowsVersion = z.infer<typeof windowsVersion>;

/** POST and PUT /admin/windows-versions. */
export const windowsVersionRequest = z.object(
  {
    name: z
      .string(RULES.NAME_REQUIRED)
      .trim()
      .min(1, RULES.NAME_REQUIRED)
      .max(100, RULES.NAME_TOO_LONG)
      .regex(NO_CONTROL_CHARACTERS, RULES.NAME_CONTROL_CHARACTERS),
    slug: z
      .string(RULES.SLUG_REQUIRED)
      .trim()
      .min(1, RULES.SLUG_REQUIRED)
      .max(64, RULES.SLUG_TOO_LONG)
      .regex(/^[a-z0-9][a-z0-9._-]*$/, RULES.SLUG_CHARACTERS),
  },
  UNREADABLE,
);
export type WindowsVersionRequest = z.infer<typeof windowsVersionRequest>;
