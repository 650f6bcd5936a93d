import type { InstallPhase } from '../../http/install/install.js';

/** Texts in Telegram's HTML. The caller escapes arguments. */
export const en = {
  /** Commands in the order of Telegram's menu. */
  menu: {
    status: 'Your installs',
    quota: 'Your quota',
    history: 'The latest notifications',
    topup: 'Buy quota',
    notifications: 'Turn notifications on or off',
    disconnect: 'Disconnect this chat from Casement',
    language: 'The language of this bot',
    help: 'What this bot can do',
  },

  help: (commands: string) => `This bot sends you the notifications of Casement.\n\n${commands}`,
  notUnderstood: 'I did not understand that.',
  howToLink: (dashboardUrl: string) =>
    `This chat is not connected to a Casement account.\n\nOpen Settings → Telegram in Casement and press Connect Telegram: ${dashboardUrl}`,
  notAvailable: 'That is not available at the moment. Please try again in a minute.',

  linking: {
    unknown:
      'This link is not valid. Please open Settings → Telegram in Casement and connect again.',
    used: 'This link was already used. To connect again, open Settings → Telegram in Casement.',
    expired:
      'This link has expired. Please open Settings → Telegram in Casement and connect again.',
    connected: '<b>Connected.</b>',
    connectedAgain: '<b>This Telegram account was already connected.</b>',
    account: (username: string) =>
      `This chat is connected to the Casement account <b>${username}</b>.`,
    someAccount: 'This chat is connected to your Casement account.',
    notificationsOn: 'Notifications are on.',
    movedHere:
      'This chat was connected to another Casement account before; that account no longer gets notifications here.',
    movedAccount:
      'Your Casement account was connected to another Telegram account before; that account gets no more notifications.',
    whatNext: '/help shows what I can do.',
    backup: (link: string) =>
      `If this bot ever can't reach you, our second one will: open ${link} and press Start, once.`,
    disconnected:
      'This chat is no longer connected to Casement, so no more notifications come here. To connect it again, open Settings → Telegram in Casement.',
    linkedElsewhere:
      'Your Casement account is now connected to another Telegram account. This chat gets no more notifications. If that was not you, change your Casement password and connect again in Settings → Telegram.',
  },

  quota: (quota: number) => `You have <b>${quota}</b> quota. Each install costs 1.`,
  installs: (n: { total: number; active: number; completed: number; failed: number }) =>
    `Installs: <b>${n.total}</b>\nUnder way: ${n.active}\nCompleted: ${n.completed}\nFailed: ${n.failed}`,
  noHistory: 'There are no notifications yet.',
  history: (lines: string) => `<b>The latest notifications</b> (Asia/Jakarta)\n\n${lines}`,
  topup: (dashboardUrl: string) => `Top up your quota in Casement: ${dashboardUrl}`,
  notificationsAreOn: 'Notifications are <b>on</b>. To turn them off: /notifications off',
  notificationsAreOff: 'Notifications are <b>off</b>. To turn them on: /notifications on',
  reallyDisconnect:
    'This chat will get no more notifications, and its settings are reset. To continue, send /disconnect yes',
  disconnected: 'Disconnected. To connect again, open Settings → Telegram in Casement.',
  language: 'I speak English.',
  otherLanguages: (commands: string) => `Choose: ${commands}`,

  mail: {
    choose: 'You can choose in Settings how notifications reach you.',
    connect: 'Prefer Telegram? Connect it in Settings.',
  },
  test: {
    title: 'A test from Casement',
    lead: '<b>This is a test from Casement.</b>',
    reached: 'Notifications reach you this way.',
  },

  notices: {
    topup: {
      title: 'Your top-up is paid',
      lead: (quantity: string) => `<b>Your top-up is paid.</b> ${quantity} quota was added.`,
      total: (total: string) => `Total: <b>${total}</b>`,
      amount: (amount: string) => `Amount (ex fee): ${amount}`,
      fee: (fee: string) => `Fee: ${fee}`,
      noFee: 'No fee',
      reference: (reference: string) => `Reference ${reference}`,
      link: 'View the top-up',
    },
    quotaLow: {
      title: 'Your quota is running low',
      lead: (quota: string) => `<b>Your quota is running low:</b> ${quota} left.`,
      cure: 'Top up before your next install.',
      link: 'Top up',
    },
    webhookPaused: {
      title: (host: string) => `Your webhook to ${host} is paused`,
      failing: 'It has not accepted any event for 24 hours.',
      gone: 'It answered 410 Gone, which asks us to stop.',
      cure: 'Fix the receiver, then resume the webhook in Settings. Events wait there for 24 hours; you can send older ones again from the same page.',
      link: 'Open the dashboard',
    },
    progress: {
      title: (ip: string) => `Windows is being installed on ${ip}`,
      installed: (ip: string) => `Windows was installed on ${ip}`,
      ended: (ip: string) => `The install on ${ip} has ended`,
      phases: {
        connecting: 'Connecting to your VPS',
        checking: 'Checking your VPS',
        preparing: 'Preparing your VPS',
        rebooting: 'Rebooting into memory',
        writing: 'Writing Windows',
        configuring: 'Configuring Windows',
        starting: 'Starting Windows',
        verifying: 'Verifying the remote desktop',
      } satisfies Record<InstallPhase, string>,
      beforeCommit: 'We notify you when Windows is ready.',
      afterCommit:
        'Linux is gone from here on. Please do not restart the VPS; we notify you when Windows is ready.',
      seeBelow: 'See the next message.',
      follow: 'Follow it live',
    },
    completed: {
      title: (ip: string) => `Windows is ready on ${ip}`,
      connect: 'Connect by remote desktop as Administrator, with your RDP password.',
      link: 'Connect',
    },
    review: {
      title: (ip: string) => `Our team is checking the install on ${ip}`,
      lead: (ip: string) => `<b>Our team is checking the install on ${ip}.</b>`,
      cure: 'You do not need to do anything, and your quota is not lost. To contact support, open Install History and press Report.',
    },
    failed: {
      title: (ip: string) => `The install on ${ip} failed`,
      cure: (cure: string) => `<b>What to do:</b> ${cure}`,
      quota: 'Your quota is returned to your balance.',
    },
    seeInstall: 'View the install',
    installId: (id: string) => `Install ID ${id}`,
  },
};

/** Shape of the texts; all languages have the same keys. */
export type TelegramTexts = typeof en;
