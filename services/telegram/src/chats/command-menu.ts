import { DEFAULT_LANGUAGE, type Language } from '@casement/proto/language.js';
import { telegramTexts, type TelegramTexts } from '@casement/proto/texts/telegram.js';

type MenuCommand = keyof TelegramTexts['menu'];
/** Commands in the order in which Telegram's menu and /help show them. */
export const MENU_COMMANDS = Object.keys(telegramTexts[DEFAULT_LANGUAGE].menu) as MenuCommand[];
export type CommandName = MenuCommand | 'start';

interface MenuEntry {
  command: MenuCommand;
  description: string;
}

export function commandMenu(language: Language): MenuEntry[] {
  const { menu } = telegramTexts[language];
  return MENU_COMMANDS.map((command) => ({ command, description: menu[command] }));
}
