import { z } from 'zod';

/** Users link with the primary bot; the backup sends when the primary can't. */
export const botNames = z.enum(['primary', 'backup']);
export const BOT_NAMES = botNames.options;
export type BotName = z.infer<typeof botNames>;
