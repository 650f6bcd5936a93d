import { DEFAULT_LANGUAGE, messagesIn, type Language, type Messages } from '../messages.js';

type MenuCommand = keyof Messages['menu'];
/** Commands in the order in which Telegram's menu and /help show them. */
export const MENU_COMMANDS = Object.keys(messagesIn(DEFAULT_LANGUAGE).menu) as MenuCommand[];
export type CommandName = MenuCommand | 'start';

interface MenuEntry {
  command: MenuCommand;
  description: string;
}

export function commandMenu(language: Language): MenuEntry[] {
  const { menu } = messagesIn(language);
  return MENU_COMMANDS.map((command) => ({ command, description: menu[command] }));
}
