import { z } from 'zod';

/** Users link their account through the primary bot. The backup bot sends when the primary bot cannot. */
export const botNames = z.enum(['primary', 'backup']);
export const BOT_NAMES = botNames.options;
export type BotName = z.infer<typeof botNames>;
