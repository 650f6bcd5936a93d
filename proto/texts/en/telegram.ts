import type { InstallPhase } from '../../http/install/install.js';
import { PRODUCT } from '../product-name.js';

type System = 'Windows' | 'Linux';

/** Texts in Telegram's HTML. The caller escapes arguments. */
export const en = {
  /** Commands in the order of Telegram's menu. */
  menu: {
    status: 'Your installs',
    quota: 'Your quota',
    history: 'Recent notifications',
    topup: 'Buy quota',
    notifications: 'Turn notifications on or off',
    disconnect: 'Disconnect this chat',
    language: 'Change the language',
    help: 'What this bot can do',
  },

  buttons: {
    quota: 'Quota',
    installs: 'Installs',
    help: 'Help',
    stop: 'Stop notifications',
  },

  help: (commands: string) => `I send you your ${PRODUCT} notifications.\n\n${commands}`,
  notUnderstood: 'Sorry, I don’t know that command.',
  howToLink: (dashboardUrl: string) =>
    `This chat is not connected to a ${PRODUCT} account.\n\nOpen Settings → Telegram in ${PRODUCT} and press Connect Telegram: ${dashboardUrl}`,
  notAvailable: 'This isn’t available at the moment. Please try again in a minute.',

  linking: {
    unknown: `This link is invalid. Please open Settings → Telegram in ${PRODUCT} and connect again.`,
    used: `This link was already used. To connect again, open Settings → Telegram in ${PRODUCT}.`,
    expired: `This link has expired. Please open Settings → Telegram in ${PRODUCT} and connect again.`,
    connected: '<b>Connected.</b>',
    connectedAgain: '<b>This Telegram account is already connected.</b>',
    account: (username: string) =>
      `This chat is connected to the ${PRODUCT} account <b>${username}</b>.`,
    someAccount: `This chat is connected to your ${PRODUCT} account.`,
    notificationsOn: 'Notifications are on.',
    movedHere: `This chat used to be connected to another ${PRODUCT} account. That account no longer gets notifications here.`,
    movedAccount: `Your ${PRODUCT} account used to be connected to another Telegram account. That account no longer gets notifications.`,
    whatNext: 'Send /help to see what I can do.',
    backup: (link: string) =>
      `If this bot can’t reach you, our backup bot will. Open ${link} and press Start once.`,
    disconnected: `This chat is no longer connected to ${PRODUCT}, so you won’t get notifications here. To reconnect, open Settings → Telegram in ${PRODUCT}.`,
    linkedElsewhere: `Your ${PRODUCT} account is now connected to another Telegram account. This chat won’t get notifications anymore. If this wasn’t you, change your ${PRODUCT} password and reconnect in Settings → Telegram.`,
  },

  quota: (quota: number) => `You have <b>${quota}</b> quota. Each install costs 1.`,
  installs: (n: { total: number; active: number; completed: number; failed: number }) =>
    `Installs: <b>${n.total}</b>\nIn progress: ${n.active}\nCompleted: ${n.completed}\nFailed: ${n.failed}`,
  noHistory: 'No notifications yet.',
  history: (lines: string, timeZone: string) =>
    `<b>Recent notifications</b> (${timeZone})\n\n${lines}`,
  topup: (dashboardUrl: string) => `Top up your quota in ${PRODUCT}: ${dashboardUrl}`,
  notificationsAreOn: 'Notifications are <b>on</b>. To turn them off: /notifications off',
  notificationsAreOff: 'Notifications are <b>off</b>. To turn them on: /notifications on',
  reallyDisconnect:
    'Disconnect this chat? You’ll stop getting notifications here, and its settings will be reset. To confirm, send /disconnect yes',
  disconnected: `Disconnected. To reconnect, open Settings → Telegram in ${PRODUCT}.`,
  language: 'Language: English.',
  otherLanguages: (commands: string) => `To change it: ${commands}`,

  mail: {
    hello: (username: string) => `Hi ${username},`,
    reason: 'You’re getting this email because email is turned on for this kind of notification.',
    settings: 'Notification settings',
    connect: 'Prefer Telegram? Connect it in Settings.',
  },
  test: {
    title: `${PRODUCT} test message`,
    reached: 'If you can read this, your notifications are working.',
  },

  notices: {
    topup: {
      title: (quantity: string) => `Top-up paid: ${quantity} quota added`,
      lead: 'Thank you for your payment. This is your receipt.',
      receipt: {
        number: 'Receipt number',
        reference: 'Reference',
        paidOn: 'Paid on',
        quota: 'Quota',
        amount: 'Amount (ex fee)',
        fee: 'Fee',
        noFee: 'No fee',
        total: 'Total paid',
      },
      link: 'View top-up',
      receiptLink: 'View receipt',
    },
    topupExpiring: {
      total: 'Total',
      title: (time: string) => `Your payment expires at ${time}`,
      lead: (quantity: string, time: string) =>
        `<b>Your top-up of ${quantity} quota is waiting for payment.</b> It expires at ${time}.`,
      link: 'Pay now',
    },
    topupRefunded: {
      title: (sum: string) => `${sum} refunded`,
      lead: 'Your payment was refunded. It can take a few days until the money arrives.',
      number: 'Credit note number',
      quota: 'Quota taken back',
      total: 'Total refunded',
      creditNoteLink: 'View credit note',
    },
    quotaLow: {
      title: 'Your quota is running low',
      lead: (quota: string) => `You have ${quota} quota left.`,
      cure: 'Top up before your next install.',
      link: 'Top up',
    },
    webhookPaused: {
      title: (host: string) => `Your webhook to ${host} is paused`,
      failing: 'Every delivery has failed for 24 hours.',
      gone: 'The endpoint returned 410 Gone, which tells us to stop.',
      cure: 'Fix the endpoint, then resume the webhook in Settings. Events from the last 24 hours will then be delivered; you can resend older ones from the same page.',
      link: 'Open dashboard',
    },
    progress: {
      title: (ip: string, system: System) => `${system} is being installed on ${ip}`,
      installed: (ip: string, system: System) => `${system} was installed on ${ip}`,
      ended: (ip: string) => `The install on ${ip} has ended`,
      phases: (system: System): Record<InstallPhase, string> => ({
        connecting: 'Connecting to your VPS',
        checking: 'Checking your VPS',
        preparing: 'Preparing your VPS',
        rebooting: 'Rebooting into the installer',
        writing: `Writing ${system}`,
        configuring: `Configuring ${system}`,
        starting: `Starting ${system}`,
        verifying: `Verifying ${system === 'Linux' ? 'SSH' : 'the remote desktop'}`,
      }),
      beforeCommit: (system: System) => `We’ll tell you when ${system} is ready.`,
      afterCommit: (system: System) =>
        `${system} is being written. Please don’t restart the VPS; we’ll tell you when it’s ready.`,
      seeBelow: 'See the next message.',
      follow: 'Follow live',
    },
    linux: {
      title: (ip: string) => `Linux is ready on ${ip}`,
      connect: 'Sign in as root by SSH. Your install shows the command and the host key.',
      link: 'See install',
    },
    completed: {
      title: (ip: string) => `Windows is ready on ${ip}`,
      connect: 'Connect by Remote Desktop as Administrator with your RDP password.',
      link: 'Connect',
      openDesktop: 'Open in browser',
    },
    review: {
      title: (ip: string) => `Our team is checking the install on ${ip}`,
      cure: 'You don’t need to do anything, and your quota is not lost. To contact support, open Install History and select Report.',
    },
    failed: {
      title: (ip: string) => `The install on ${ip} failed`,
      cure: (cure: string) => `<b>What to do:</b> ${cure}`,
      quota: 'Your quota was returned to your balance.',
    },
    seeInstall: 'View install',
    moreHelp: 'More help',
    installId: (id: string) => `Install ID ${id}`,
  },
};

/** Shape of the texts; all languages have the same keys. */
export type TelegramTexts = typeof en;
