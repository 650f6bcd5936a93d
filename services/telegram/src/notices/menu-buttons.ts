import type { OutgoingText } from '../bots/bot-api.types.js';
import { messagesIn, type Language } from '../messages.js';

/** Buttons below the messages to linked chats. */
export function menuButtons(language: Language): NonNullable<OutgoingText['buttons']> {
  const { buttons: m } = messagesIn(language);
  return [
    [
      { label: m.quota, command: '/quota' },
      { label: m.installs, command: '/status' },
      { label: m.help, command: '/help' },
    ],
    [{ label: m.stop, command: '/notifications off' }],
  ];
}
