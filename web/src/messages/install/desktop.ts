import { defineMessages } from '@/messages/i18n.js';

interface EndText {
  /** Describes the end. */
  title: string;
  /** States what was not lost and what to do. */
  help: string;
}

const KEPT = 'Your programs in Windows keep running.';

/** Windows desktop in the browser. */
export const desktopMessages = defineMessages('desktop', {
  title: (ip: string) => `Desktop of ${ip}`,
  form: {
    title: 'Open the desktop in your browser',
    account: 'Account',
    accountRequired: 'Account is required',
    password: 'RDP password',
    passwordRequired: 'RDP password is required',
    stored: 'Use the stored password',
    storedFailed: 'Password not loaded',
    clipboard: 'Share the clipboard',
    clipboardHelp:
      'Text only, both ways: what you paste goes to Windows, and what you copy there comes to your clipboard.',
    privacy:
      'Screen and keys pass through the memory of Casement’s relay unencrypted; nothing of them is stored. Your password does not: it leaves this page only encrypted for Windows, and is forgotten when you close this view.',
    submit: 'Connect',
  },
  wayOut: 'Ctrl+Alt+Shift',
  wayOutHelp: 'Ctrl+Alt+Shift releases the keyboard',
  screen: 'Windows desktop',
  screenHelp:
    'While this has the focus, all keys go to Windows. Press Control, Alt and Shift together to return to the toolbar.',
  released: 'You are in the toolbar. Keys no longer go to Windows.',
  bar: {
    name: 'Toolbar',
    hide: 'Hide toolbar',
    show: 'Show toolbar',
    toDesktop: 'To the desktop',
    controlAltDelete: 'Ctrl+Alt+Del',
    windowsKey: 'Windows key',
    clipboard: 'Share the clipboard (reconnects)',
    sendClipboard: 'Send my clipboard to Windows',
    takeClipboard: 'Take what Windows copied',
    characters: 'Type the characters of my keyboard',
    keyboard: 'Screen keyboard',
    keyboardField: 'Text for Windows',
    actualSize: 'Actual size',
    fullScreen: 'Full screen',
    disconnect: 'Disconnect',
  },
  response: (ms: number) => `Response ${ms} ms`,
  responseHelp:
    'The time from a key or a click to the next picture, including the time Windows takes.',
  kib: (n: string) => `${n} KiB`,
  mib: (n: string) => `${n} MiB`,
  traffic: (down: string, up: string) => `${down} received, ${up} sent`,
  clipboardRefused: 'Your browser did not allow it',
  clipboardRefusedHelp: 'Allow the clipboard for this page in your browser, then try again.',
  clipboardTooLong: 'The text is too long for the clipboard (1,000,000 characters at most).',
  connecting: 'Connecting…',
  connected: 'Connected',
  reconnecting: (attempt: number, of: number) => `Reconnecting, attempt ${attempt} of ${of}…`,
  reconnectNow: 'Reconnect now',
  cancel: 'Cancel',
  connectAgain: 'Connect again',
  reload: 'Reload page',
  close: 'Close',
  leave: {
    title: 'Disconnect from Windows?',
    help: `${KEPT} You can come back at any time.`,
    stay: 'Stay',
    leave: 'Disconnect',
  },
  unsupported: {
    title: 'This browser cannot show the desktop',
    help: 'It has no WebAssembly or no WebSocket. Update it or use another one, or connect with the remote desktop app of your device.',
  },
  missing: 'This desktop could not be opened',
  unavailable:
    'The browser view is not available for this install. Connect with the remote desktop app of your device.',
  ends: {
    closed: { title: 'Disconnected', help: `${KEPT} Connect again at any time.` },
    windows_closed: {
      title: 'Windows ended the session',
      help: 'Windows signed you out, restarted, or the account was used from another place. After a restart, wait a minute and connect again.',
    },
    unreachable: {
      title: 'Windows does not answer',
      help: 'Nothing in Windows was changed. Check that the VPS is running and that its firewall allows the RDP port, then connect again.',
    },
    certificate_changed: {
      title: 'The certificate of Windows has changed',
      help: 'Nothing was sent: the machine may not be yours. If you changed the certificate or reinstalled Windows, confirm it with “Check again” in Connect.',
    },
    no_nla: {
      title: 'Windows does not ask for Network Level Authentication',
      help: 'Your password was not sent. Turn NLA on in the remote settings of Windows, or connect with another app.',
    },
    protocol: {
      title: 'The connection was garbled',
      help: `${KEPT} Connect again; if it happens again, connect with the remote desktop app of your device.`,
    },
    too_slow: {
      title: 'Your connection was too slow',
      help: `${KEPT} A smaller window needs less data. Connect again.`,
    },
    byte_limit: {
      title: 'This session has reached its data limit',
      help: `${KEPT} Connect again for a new session.`,
    },
    ended_by_administrator: {
      title: 'An administrator ended this session',
      help: `${KEPT} Ask support if you do not know why.`,
    },
    ended_by_owner: {
      title: 'This session was ended from your account',
      help: 'You signed out everywhere, or the install is no longer yours. Windows itself was not changed.',
    },
    relay_stopped: {
      title: 'Casement is being updated',
      help: `${KEPT} Connect again.`,
    },
    lost: { title: 'The connection was lost', help: `${KEPT} Connect again.` },
    idle: {
      title: 'Nothing happened for 30 minutes',
      help: `${KEPT} Connect again.`,
    },
    switched_off: {
      title: 'The browser view was switched off',
      help: `${KEPT} Connect with the remote desktop app of your device.`,
    },
    network: {
      title: 'The connection was lost',
      help: `${KEPT} Check your internet connection, then connect again.`,
    },
    busy: {
      title: 'Too many desktops are open right now',
      help: 'Nothing in Windows was changed. Try again in a minute, or connect with the remote desktop app of your device.',
    },
    refused: {
      title: 'The connection was not accepted',
      help: 'It was opened too late, or twice. Nothing in Windows was changed. Connect again.',
    },
    wrong_password: {
      title: 'Account or password is wrong',
      help: 'Windows did not accept them. Some wrong attempts in a row lock the account for a while.',
    },
    sign_in_closed: {
      title: 'Windows refused the sign-in',
      help: 'Most often the account or the password is wrong. Check both and try again.',
    },
    access_denied: {
      title: 'This account may not sign in remotely',
      help: 'The password is right, but Windows does not allow the account: it may be disabled, locked, or not a member of Remote Desktop Users.',
    },
    not_loaded: {
      title: 'The view could not be loaded',
      help: 'Check your internet connection, or reload the page. Nothing was sent to Windows.',
    },
    client_failed: {
      title: 'The desktop view has failed',
      help: `${KEPT} Reload the page, then open it again; if it happens again, connect with the remote desktop app of your device.`,
    },
  } satisfies Record<string, EndText>,
});
