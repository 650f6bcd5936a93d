import { z } from 'zod';

/** GET /config.json of the SPA's origin: the public settings. */
export const publicConfig = z.object({
  statusPageUrl: z.string().nullable(),
  supportEmail: z.string().nullable(),
  supportChatUrl: z.string().nullable(),
});
export type PublicConfig = z.infer<typeof publicConfig>;
