import { isTelegramGiven } from './environment.js';
import type { Secrets } from './secrets.js';
import type { Settings } from './settings.js';

/** Message at the end of the start. People and tests wait for its first line. */
export function readyMessage(settings: Settings, secrets: Secrets) {
  const { port, mailPort, sandboxPort, given } = settings;
  const username = given['ADMIN_USERNAME'] ?? 'admin';
  const password = given['ADMIN_PASSWORD'] ? undefined : secrets.adminPassword;
  const lines = [
    `Casement is ready at http://localhost:${port}`,
    !given['SMTP_URL'] && `  Mail           http://localhost:${mailPort}`,
    !(given['TRIPAY_BASE_URL'] && given['BINANCE_BASE_URL']) &&
      `  Payments       http://localhost:${sandboxPort}`,
    !isTelegramGiven(settings) && `  Telegram       http://localhost:${sandboxPort}/telegram`,
    `  Administrator  ${username}`,
    password && `  Password       ${password} (shown only now; change it after signing in)`,
    '  Ctrl-C stops everything',
  ];
  return lines.filter(Boolean).join('\n');
}
