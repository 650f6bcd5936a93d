import { PRODUCT } from '@casement/proto/texts/product-name.js';
/** Texts of the mails. The caller escapes arguments that are inserted into HTML. */
export const en = {
  hello: (username: string) => `Hi ${username},`,
  helloStranger: 'Hi,',
  footer: {
    reason: (username: string) =>
      `You’re getting this email because it concerns the security of the ${PRODUCT} account ${username}. These emails can’t be turned off.`,
    settings: 'Choose your other notifications',
  },

  verification: {
    subject: (code: string) => `${code} is your ${PRODUCT} verification code`,
    title: 'Confirm your email address',
    code: 'Your verification code is',
    enter: (page: string, minutes: number) =>
      `Enter it at ${page} while signed in. It works once and expires in ${minutes} minutes.`,
    orOpen: (link: string) => `Or open this link while signed in: ${link}`,
    button: 'Verify this address',
    orCopy:
      'The button works only while you are signed in. You can also copy this link into your browser:',
    ignore: `If you didn’t create a ${PRODUCT} account, you can ignore this email.`,
  },

  reset: {
    subject: `Reset your ${PRODUCT} password`,
    title: 'Reset your password',
    open: 'Open this link to set a new password:',
    button: 'Set a new password',
    orCopy: 'If the button doesn’t work, copy this link into your browser:',
    limits: (minutes: number) =>
      `The link works once and expires in ${minutes} minutes. Requesting a new link cancels this one.`,
    ignore: 'If you didn’t request this, you can ignore this email. Your password stays the same.',
  },

  passwordChanged: {
    subject: `Your ${PRODUCT} password was changed`,
    title: 'Your password was changed',
    changed: (when: string) =>
      `The password of your ${PRODUCT} account was changed on ${when}. All your other devices were signed out.`,
    notMe: (link: string) => `If this wasn’t you, reset your password now: ${link}`,
  },

  newAccess: {
    subject: `New access to your ${PRODUCT} account`,
    title: 'New access to your account',
    signIn: {
      subject: `The sign-in settings of your ${PRODUCT} account were changed`,
      title: 'Your sign-in settings were changed',
    },
    windows: {
      subject: 'A Windows password was reset',
      title: 'Your Windows password was reset',
    },
    apiKey: (name: string) => `The API key “${name}” was created`,
    webhook: (host: string) => `A webhook to ${host} was set up`,
    telegram: 'A Telegram account was connected',
    desktop: (ip: string) => `The desktop of ${ip} was opened in a browser`,
    windowsPassword: (ip: string) => `The Windows password of ${ip} was reset`,
    passkeyAdded: (device: string) => `A passkey was added in ${device}`,
    passkeyRemoved: (device: string) => `The passkey that was added in ${device} was removed`,
    appAdded: 'An authenticator app was added',
    appRemoved: 'The authenticator app was removed',
    codesRenewed: 'New recovery codes replaced the old ones',
    on: (what: string, when: string) => `${what} on ${when}.`,
    wasMe: 'If this was you, you don’t need to do anything.',
    notMe: (link: string) =>
      `If not, choose “Revoke everything else” under “Access to your account” and reset your password: ${link}`,
    notMyWindows: 'Then reset the Windows password again from the recovery system.',
  },

  emailChanged: {
    subject: `The email address of your ${PRODUCT} account was changed`,
    title: 'Your email address was changed',
    changed: (when: string) =>
      `The email address of your ${PRODUCT} account was changed on ${when}. This address no longer belongs to your account.`,
    wasMe: 'If this was you, you don’t need to do anything.',
    notMe: 'If not, open this link to undo the change, then reset your password:',
    button: 'Undo the change',
    limits: (until: string) =>
      `The link works until ${until}. It ends all sessions, revokes API keys and disconnects Telegram. Until then nobody else can use this address.`,
  },

  recovery: {
    subject: `Recovery of your ${PRODUCT} account`,
    title: 'Recovery of your account',
    started: (when: string) =>
      `An administrator started the recovery of your account. On ${when}, your authenticator app, passkeys and recovery codes will be removed. Your password stays the same.`,
    cancel: 'If you didn’t ask for this, cancel it now:',
    cancelled:
      'The recovery of your account was cancelled. Your authenticator app, passkeys and recovery codes were not removed.',
    done: 'Your authenticator app, passkeys and recovery codes were removed, and all sessions were ended. You now sign in with your password only.',
    reset: 'If you don’t know your password, or if this wasn’t you, reset it:',
  },

  newNetwork: {
    subject: `New sign-in to your ${PRODUCT} account`,
    title: 'New sign-in to your account',
    lead: 'We noticed a sign-in to your account from a new network:',
    what: (device: string, address: string, when: string) =>
      `${device}, from ${address}, on ${when}`,
    unknownDevice: 'Unknown device',
    device: (browser: string, system: string) => `${browser} on ${system}`,
    wasMe: 'If this was you, you don’t need to do anything.',
    notMe: (link: string) => `If not, reset your password now. This ends all sessions: ${link}`,
  },

  addressInUse: {
    subject: `Someone tried to use your email for another ${PRODUCT} account`,
    title: 'Someone tried to use your email address',
    verified: {
      facts: [
        `Another ${PRODUCT} account tried to use your email address.`,
        'Nothing has changed. The address still belongs to your account, and the other account won’t get a code for it.',
      ],
      wasMe: 'If this was you',
      notMe: 'If this wasn’t you, you don’t need to do anything.',
    },
    unverified: (username: string) => ({
      facts: [
        `Two accounts want to use this address: a new ${PRODUCT} account and ${username}. Neither has verified it yet, so nothing has changed.`,
        'Whoever verifies it first keeps it; the other account has to add a different address. Verifying it requires a code that we send to this mailbox.',
      ],
      wasMe: `If ${username} is your account`,
      notMe: `If you don’t know ${username}, ignore that account and verify your own. If you don’t have an account, you don’t need to do anything.`,
    }),
    signIn: (wasMe: string, username: string, link: string) =>
      `${wasMe}, you don’t need another account. Sign in as ${username}: ${link}`,
    reset: (link: string) => `Or reset your password: ${link}`,
  },

  newTerms: {
    subject: `New terms for your ${PRODUCT} API keys`,
    title: 'New terms for your API keys',
    reason: (username: string) =>
      `You’re getting this email because it concerns the terms for the ${PRODUCT} account ${username}. These emails can’t be turned off.`,
    published: (published: string, from: string) =>
      `We published new terms of service on ${published}. They apply to calls with your API keys from ${from}.`,
    accept: 'On the website, we’ll ask you to accept them before your next install or top-up.',
    disagree: 'If you don’t agree, revoke your API keys before that date.',
    button: 'Read the terms',
  },

  administrator: {
    subject: `${PRODUCT}: change by an administrator`,
    title: 'Change by an administrator',
    command: 'A command on the server',
    made: (who: string, by: string) => `${by} made ${who} an administrator`,
    lostTwoFactor: (who: string, by: string) =>
      `${by} turned off two-factor authentication for the administrator ${who}`,
    ruleOff: (rule: string, by: string) => `${by} turned off the security rule “${rule}”`,
    firstPrice: (product: string, price: string, by: string) =>
      `${by} added the product “${product}” at ${price}`,
    price: (product: string, before: string, after: string, by: string) =>
      `${by} changed the price of “${product}” from ${before} to ${after}`,
    on: (what: string, when: string) => `${what} on ${when}`,
    advice:
      'If none of you did this, someone has access to an administrator’s account. Sign in, undo the change and reset your passwords.',
  },

  test: {
    title: `${PRODUCT} test email`,
    text: 'An administrator tested the mail server. If you can read this, email delivery works.',
  },
};

export type MailTexts = typeof en;
