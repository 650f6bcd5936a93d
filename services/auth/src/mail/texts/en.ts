/** Texts of the mails. The caller escapes arguments that are inserted into HTML. */
export const en = {
  hello: (username: string) => `Hello ${username},`,
  helloStranger: 'Hello,',

  verification: {
    subject: (code: string) => `${code} is your Casement verification code`,
    title: 'Confirm your email address',
    code: 'your verification code is',
    enter: (page: string, minutes: number) =>
      `Enter it at ${page} while signed in. It works once and expires in ${minutes} minutes.`,
    orOpen: (link: string) => `Or open this link while signed in: ${link}`,
    button: 'Verify this address',
    orCopy: 'The button works while you are signed in. Or copy this address into your browser:',
    ignore: 'If you did not create a Casement account, you can ignore this email.',
  },

  reset: {
    subject: 'Reset your Casement password',
    title: 'Reset your password',
    open: 'open this link to choose a new password:',
    button: 'Choose a new password',
    orCopy: 'If the button does not work, copy this address into your browser:',
    limits: (minutes: number) =>
      `The link works once and expires in ${minutes} minutes. A newer link replaces it.`,
    ignore: 'If you did not ask for this, you can ignore this email: your password stays as it is.',
  },

  passwordChanged: {
    subject: 'Your Casement password was changed',
    title: 'Your password was changed',
    changed: (when: string) =>
      `the password of your Casement account was changed on ${when}. All other devices were signed out.`,
    notMe: (link: string) => `If this was not you, set a new password at once: ${link}`,
  },

  newAccess: {
    subject: 'New access to your Casement account',
    title: 'New access to your account',
    apiKey: (name: string) => `the API key "${name}" was created`,
    webhook: (host: string) => `a webhook to ${host} was set up`,
    telegram: 'a Telegram account was connected',
    desktop: (ip: string) => `the desktop of ${ip} was opened in a browser`,
    on: (what: string, when: string) => `${what}, on ${when}.`,
    wasMe: 'If this was you, there is nothing to do.',
    notMe: (link: string) =>
      `If not, choose "Revoke everything else" under "Access to your account" and set a new password: ${link}`,
  },

  newNetwork: {
    subject: 'New sign-in to your Casement account',
    title: 'New sign-in to your account',
    lead: 'there was a sign-in to your Casement account from a new network:',
    what: (device: string, address: string, when: string) =>
      `${device}, from ${address}, on ${when}`,
    unknownDevice: 'Unknown device',
    device: (browser: string, system: string) => `${browser} on ${system}`,
    wasMe: 'If this was you, there is nothing to do.',
    notMe: (link: string) => `If not, set a new password, which signs out all sessions: ${link}`,
  },

  addressInUse: {
    subject: 'Your email address was given for another Casement account',
    title: 'Your address was given for another account',
    verified: {
      facts: [
        'someone has given your email address for another Casement account.',
        'Nothing has changed: the address stays yours, your account is as it was, and the other account gets no code for the address.',
      ],
      wasMe: 'If it was you',
      notMe: 'If it was not you, there is nothing to do.',
    },
    unverified: (username: string) => ({
      facts: [
        `your email address was given for a new Casement account, and the account ${username} has it too. Neither has verified it yet, so nothing has changed.`,
        'The account that verifies the address first keeps it, and the other has to add another one. Only the codes that are sent to this mailbox can do that.',
      ],
      wasMe: `If ${username} is your account`,
      notMe: `If you do not know ${username}, leave it alone and verify your own account. If you have none, there is nothing to do.`,
    }),
    signIn: (wasMe: string, username: string, link: string) =>
      `${wasMe}, you do not need another account. Sign in as ${username}: ${link}`,
    reset: (link: string) => `or set a new password: ${link}`,
  },

  administrator: {
    subject: 'Casement: a change by an administrator',
    title: 'A change by an administrator',
    command: 'a command on the server',
    made: (who: string, by: string) => `${who} was made an administrator by ${by}`,
    lostTwoFactor: (who: string, by: string) =>
      `two-factor of the administrator ${who} was switched off by ${by}`,
    ruleOff: (rule: string, by: string) => `the security rule "${rule}" was switched off by ${by}`,
    firstPrice: (product: string, price: string, by: string) =>
      `the product "${product}" was added at ${price} by ${by}`,
    price: (product: string, before: string, after: string, by: string) =>
      `the price of "${product}" was changed from ${before} to ${after} by ${by}`,
    on: (what: string, when: string) => `${what}, on ${when}`,
    advice:
      'If none of you did this, someone has access to an administrator’s account: sign in, undo it, and set new passwords.',
  },

  test: {
    title: 'A test from Casement',
    text: 'An administrator tested the mail server. You receive the emails of Casement this way.',
  },
};

export type MailTexts = typeof en;
