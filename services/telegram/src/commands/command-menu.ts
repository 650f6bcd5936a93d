/** What Telegram shows beside the text field, in this order; /help lists the same. */
export const COMMAND_MENU = [
  { command: 'status', description: 'Your installations' },
  { command: 'quota', description: 'How much quota you have' },
  { command: 'history', description: 'The latest notifications' },
  { command: 'topup', description: 'Buy quota' },
  { command: 'notifications', description: 'Turn notifications on or off' },
  { command: 'disconnect', description: 'Disconnect this chat from Casement' },
  { command: 'language', description: 'The language of this bot' },
  { command: 'help', description: 'What this bot can do' },
] as const;

export type CommandName = (typeof COMMAND_MENU)[number]['command'] | 'start';
