import type { Language } from '@casement/proto/language.js';
import { telegramTexts } from '@casement/proto/texts/telegram.js';
import type { OutgoingText } from '../bots/bot-api.types.js';

/** Buttons below the messages to linked chats. */
export function menuButtons(language: Language): NonNullable<OutgoingText['buttons']> {
  const { buttons: m } = telegramTexts[language];
  return [
    [
      { label: m.quota, command: '/quota' },
      { label: m.installs, command: '/status' },
      { label: m.help, command: '/help' },
    ],
    [{ label: m.stop, command: '/notifications off' }],
  ];
}
