import { z } from 'zod';
import { instant, UNREADABLE } from '../../envelope.js';
import { humanName } from '../../human-name.js';
import { RULES } from '../../rules.js';

/** GET /user/windows-versions and /admin/windows-versions. */
export const windowsVersion = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  /** False until an image was imported. The form shows the version as disabled. */
  available: z.boolean(),
  /** Processor features that replace those recorded in the image, or `none`; null if the image decides. */
  processor: z.string().nullish(),
  /** Whether the first starts may be guarded. Absent from older versions. */
  boot_guard: z.boolean().optional(),
  created_at: instant,
});
export type WindowsVersion = z.infer<typeof windowsVersion>;

/**
 * Names of processor features as in /proc/cpuinfo, separated by commas; `none` for no requirement, empty to use the
 * features recorded in the image.
 */
export const processorFeatures = z
  .string(RULES.PROCESSOR_FEATURES)
  .max(200, RULES.PROCESSOR_FEATURES)
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^([a-z0-9_]+(,[a-z0-9_]+)*)?$/, RULES.PROCESSOR_FEATURES));

export const featuresOf = (text: string): string[] => (text === 'none' ? [] : text.split(','));

/** POST and PUT /admin/windows-versions. */
export const windowsVersionRequest = z.object(
  {
    name: humanName(100, {
      text: RULES.NAME_REQUIRED,
      tooLong: RULES.NAME_TOO_LONG,
      characters: RULES.NAME_CONTROL_CHARACTERS,
    }).min(1, RULES.NAME_REQUIRED),
    slug: z
      .string(RULES.SLUG_REQUIRED)
      .trim()
      .min(1, RULES.SLUG_REQUIRED)
      .max(64, RULES.SLUG_TOO_LONG)
      .regex(/^[a-z0-9][a-z0-9._-]*$/, RULES.SLUG_CHARACTERS),
    /** If absent, the stored requirement is not changed. */
    processor: processorFeatures.optional(),
    /** If absent, not changed; true for a new version. */
    boot_guard: z.boolean(UNREADABLE).optional(),
  },
  UNREADABLE,
);
export type WindowsVersionRequest = z.infer<typeof windowsVersionRequest>;
