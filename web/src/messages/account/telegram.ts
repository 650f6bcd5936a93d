import { defineMessages } from '@/messages/i18n.js';

/** The Telegram part of the settings section. */
export const telegramMessages = defineMessages('telegram', {
  title: 'Telegram',
  lead: 'Connect a Telegram account, and our bot tells you there how your installs and top-ups go.',
  states: { connected: 'Connected', connecting: 'Connecting', none: 'Not connected' },
  connect: 'Connect Telegram',
  connectFailed: 'Connection failed',
  connectFailedHelp: 'Failed to initiate Telegram connection.',
  connectedToast: 'Telegram connected',
  connectedHelp: (name: string) => `${name} gets your notifications from now on.`,
  movedToast: 'Telegram account changed',
  sameToast: 'This account was connected already',
  account: 'Account',
  telegramId: 'Telegram ID',
  notifications: 'Notifications',
  notificationsHelp: 'Updates on your installs and top-ups. While off, nothing is sent.',
  onOff: { on: 'On', off: 'Off' },
  turnedOn: 'Notifications turned on',
  turnedOff: 'Notifications turned off',
  toggleFailed: 'Update failed',
  useAnother: 'Use another account',
  blocked: 'The bot cannot write to you: it was blocked or deleted in Telegram.',
  blockedCure:
    'Open it there and press Restart or Start to get notifications again. Until then they are sent another way, such as email.',
  openBot: 'Open the bot',
  unknown: 'Telegram settings cannot be shown',
  unknownHelp: 'Nothing is lost. Please try again in a moment.',
  link: {
    title: 'Press Start in Telegram',
    lead: 'Telegram has opened in a new window. Press Start there; this page updates automatically.',
    popupBlocked: 'Your browser blocked the new window.',
    popupBlockedLead: 'Open Telegram here and press Start there; this page updates automatically.',
    move: (name: string) =>
      `Until Start is pressed, ${name} stays connected. Then the new account takes its place.`,
    name: 'Link',
    open: 'Open Telegram',
    left: 'Works once. Time left:',
    expired: 'This link has expired.',
    again: 'Get a new link',
    keep: (name: string) => `Keep ${name}`,
  },
  disconnection: {
    open: 'Disconnect',
    title: 'Disconnect Telegram',
    lead: (name: string) =>
      `${name} gets no more notifications, and they are turned off. You can connect again at any time.`,
    submit: 'Disconnect',
    done: 'Telegram disconnected',
    failed: 'Disconnect failed',
  },
});
