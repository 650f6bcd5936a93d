import { messagesIn, type Language } from '../messages.js';

/** What Telegram shows beside the text field, in this order; /help lists the same. */
export const MENU_COMMANDS = [
  'status',
  'quota',
  'history',
  'topup',
  'notifications',
  'disconnect',
  'language',
  'help',
] as const;

export type MenuCommand = (typeof MENU_COMMANDS)[number];
export type CommandName = MenuCommand | 'start';

export interface MenuEntry {
  command: MenuCommand;
  description: string;
}

export function commandMenu(language: Language): MenuEntry[] {
  const { menu } = messagesIn(language);
  return MENU_COMMANDS.map((command) => ({ command, description: menu[command] }));
}
