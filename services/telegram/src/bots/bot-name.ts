import { z } from 'zod';

/** The bot that users link with, and the one that writes when the first can't. */
export const botNames = z.enum(['primary', 'backup']);
export const BOT_NAMES = botNames.options;
export type BotName = z.infer<typeof botNames>;
