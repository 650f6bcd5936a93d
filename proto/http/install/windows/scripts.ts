import { z } from 'zod';
import { instant, UNREADABLE } from '../../envelope.js';
import { humanName } from '../../human-name.js';
import { RULES } from '../../rules.js';
import { MAX_SCRIPT_SIZE } from './script-limits.js';

/** Saved scripts per user, and offered scripts. */
export const MAX_SCRIPTS = 50;

/** PowerShell script that Windows runs once after the sign-in was proven. */
export const scriptText = z
  .string(RULES.SCRIPT)
  .max(MAX_SCRIPT_SIZE, RULES.SCRIPT)
  // Files in UTF-16 have NULs when they are read as UTF-8.
  .refine((text) => text.trim() !== '' && !text.includes('\0'), RULES.SCRIPT)
  .refine((text) => new TextEncoder().encode(text).length <= MAX_SCRIPT_SIZE, RULES.SCRIPT);

/** POST and PUT of /user/scripts and /admin/scripts. */
export const scriptRequest = z.object(
  {
    name: humanName(100, {
      text: RULES.NAME_REQUIRED,
      tooLong: RULES.NAME_TOO_LONG,
      characters: RULES.NAME_CONTROL_CHARACTERS,
    }).min(1, RULES.NAME_REQUIRED),
    description: humanName(300, {
      text: RULES.SCRIPT_DESCRIPTION,
      tooLong: RULES.SCRIPT_DESCRIPTION,
      characters: RULES.SCRIPT_DESCRIPTION,
    }).default(''),
    content: scriptText,
  },
  UNREADABLE,
);
export type ScriptRequest = z.infer<typeof scriptRequest>;

/** GET /user/scripts */
export const script = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Whether operators offer it to all users; otherwise the user saved it. */
  offered: z.boolean(),
  updated_at: instant,
});
export type Script = z.infer<typeof script>;

export const scriptWithContent = script.extend({ content: z.string() });
export type ScriptWithContent = z.infer<typeof scriptWithContent>;
