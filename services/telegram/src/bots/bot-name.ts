/** The bot that users link with, and the one that writes when the first can't. */
export const BOT_NAMES = ['primary', 'backup'] as const;
export type BotName = (typeof BOT_NAMES)[number];
