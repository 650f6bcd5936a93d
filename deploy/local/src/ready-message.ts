import { isTelegramConfigured } from './environment.js';
import type { Secrets } from './secrets.js';
import type { Settings } from './settings.js';

/** Message at the end of the start. People and tests wait for its first line. */
export function readyMessage(settings: Settings, secrets: Secrets) {
  const { port, mailPort, sandboxPort, configured } = settings;
  const username = configured['ADMIN_USERNAME'] ?? 'admin';
  const password = configured['ADMIN_PASSWORD'] ? undefined : secrets.adminPassword;
  const lines = [
    `Casement is ready at http://localhost:${port}`,
    !configured['SMTP_URL'] && `  Mail           http://localhost:${mailPort}`,
    !(configured['TRIPAY_BASE_URL'] && configured['BINANCE_BASE_URL']) &&
      `  Payments       http://localhost:${sandboxPort}`,
    !isTelegramConfigured(settings) && `  Telegram       http://localhost:${sandboxPort}/telegram`,
    `  Administrator  ${username}`,
    password && `  Password       ${password} (shown only now; change it after signing in)`,
    '  Ctrl-C stops everything',
  ];
  return lines.filter(Boolean).join('\n');
}
