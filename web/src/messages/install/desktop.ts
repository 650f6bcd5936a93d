import { defineMessages } from '@/messages/i18n.js';

interface EndText {
  /** States why the desktop has ended. */
  title: string;
  /** States what was kept and what to do next. */
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
    storedFailed: 'Failed to load the password',
    clipboard: 'Share clipboard',
    clipboardHelp:
      'Text only, in both directions: text you paste goes to Windows, and text you copy in Windows goes to your clipboard.',
    privacy:
      'Your screen and keystrokes pass through our relay unencrypted in memory and are never stored. Your password is encrypted for Windows before it leaves this page.',
    submit: 'Connect',
  },
  wayOut: 'Ctrl+Alt+Shift',
  wayOutHelp: 'Ctrl+Alt+Shift releases the keyboard',
  screen: 'Windows desktop',
  screenHelp:
    'While the desktop has focus, all keys go to Windows. Press Control, Alt and Shift together to return to the toolbar.',
  released: 'You are in the toolbar. Keys no longer go to Windows.',
  bar: {
    name: 'Toolbar',
    hide: 'Hide toolbar',
    show: 'Show toolbar',
    toDesktop: 'Back to the desktop',
    controlAltDelete: 'Ctrl+Alt+Del',
    windowsKey: 'Windows key',
    clipboard: 'Share clipboard (reconnects)',
    sendClipboard: 'Paste to Windows',
    takeClipboard: 'Copy from Windows',
    characters: 'Use my keyboard layout',
    keyboard: 'On-screen keyboard',
    keyboardField: 'Text for Windows',
    actualSize: 'Actual size',
    fullScreen: 'Full screen',
    disconnect: 'Disconnect',
  },
  response: (ms: number) => `Response ${ms} ms`,
  responseHelp:
    'Time from a keystroke or click to the next screen update, including the time Windows needs.',
  kib: (n: string) => `${n} KiB`,
  mib: (n: string) => `${n} MiB`,
  traffic: (down: string, up: string) => `${down} received, ${up} sent`,
  clipboardRefused: 'Your browser blocked clipboard access',
  clipboardRefusedHelp: 'Allow clipboard access for this page in your browser, then try again.',
  clipboardTooLong: 'The text is too long for the clipboard (maximum 1,000,000 characters).',
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
    title: 'This browser can’t show the desktop',
    help: 'It doesn’t support WebAssembly or WebSocket. Update it, use another browser, or connect with your device’s remote desktop app.',
  },
  missing: 'This desktop couldn’t be opened',
  unavailable:
    'The browser view isn’t available for this install. Connect with your device’s remote desktop app.',
  ends: {
    closed: { title: 'Disconnected', help: `${KEPT} You can reconnect at any time.` },
    windows_closed: {
      title: 'Windows ended the session',
      help: 'Windows signed you out or restarted, or someone signed in to the account from elsewhere. After a restart, wait a minute and connect again.',
    },
    unreachable: {
      title: 'Windows isn’t responding',
      help: 'Nothing was changed in Windows. Check that the VPS is running and that its firewall allows the RDP port, then connect again.',
    },
    certificate_changed: {
      title: 'The Windows certificate has changed',
      help: 'Nothing was sent because this may not be your machine. If you changed the certificate or reinstalled Windows, confirm it with “Check again” under Connect.',
    },
    no_nla: {
      title: 'Windows doesn’t use Network Level Authentication',
      help: 'Your password was not sent. Turn on NLA in the Windows remote settings, or connect with another app.',
    },
    protocol: {
      title: 'Connection error',
      help: `${KEPT} Connect again. If this keeps happening, connect with your device’s remote desktop app.`,
    },
    too_slow: {
      title: 'Your connection was too slow',
      help: `${KEPT} A smaller window needs less data. Connect again.`,
    },
    byte_limit: {
      title: 'This session reached its data limit',
      help: `${KEPT} Connect again for a new session.`,
    },
    ended_by_administrator: {
      title: 'An administrator ended this session',
      help: `${KEPT} Contact support if you don’t know why.`,
    },
    ended_by_owner: {
      title: 'This session was ended from your account',
      help: 'You signed out everywhere, or the install is no longer yours. Nothing was changed in Windows.',
    },
    relay_stopped: {
      title: 'Casement is being updated',
      help: `${KEPT} Connect again.`,
    },
    lost: { title: 'The connection was lost', help: `${KEPT} Connect again.` },
    idle: {
      title: 'Disconnected after 30 minutes of inactivity',
      help: `${KEPT} Connect again.`,
    },
    switched_off: {
      title: 'The browser view was turned off',
      help: `${KEPT} Connect with your device’s remote desktop app.`,
    },
    network: {
      title: 'The connection was lost',
      help: `${KEPT} Check your internet connection, then connect again.`,
    },
    busy: {
      title: 'Too many desktops are open right now',
      help: 'Nothing was changed in Windows. Try again in a minute, or connect with your device’s remote desktop app.',
    },
    refused: {
      title: 'The connection was not accepted',
      help: 'It was opened too late or more than once. Nothing was changed in Windows. Connect again.',
    },
    wrong_password: {
      title: 'Wrong account or password',
      help: 'Windows did not accept them. Several wrong attempts in a row lock the account for a while.',
    },
    sign_in_closed: {
      title: 'Windows refused the sign-in',
      help: 'Usually the account or password is wrong. Check both and try again.',
    },
    access_denied: {
      title: 'This account isn’t allowed to sign in remotely',
      help: 'The password is correct, but Windows doesn’t allow this account to connect. It may be disabled, locked, or not a member of Remote Desktop Users.',
    },
    not_loaded: {
      title: 'The desktop view couldn’t be loaded',
      help: 'Check your internet connection, or reload the page. Nothing was sent to Windows.',
    },
    client_failed: {
      title: 'The desktop view crashed',
      help: `${KEPT} Reload the page and open it again. If this keeps happening, connect with your device’s remote desktop app.`,
    },
  } satisfies Record<string, EndText>,
});
