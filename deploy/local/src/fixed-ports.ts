import { isTelegramGiven } from './environment.js';
import { isPortFree } from './ports.js';
import type { Settings } from './settings.js';

/** Throws one sentence for the first fixed port that another program holds. */
export async function requireFixedPorts(settings: Settings): Promise<void> {
  const { port, mailPort, sandboxPort, given } = settings;
  const needed: [number, string, string][] = [[port, 'PORT', 'the product']];
  if (!given['SMTP_URL']) needed.push([mailPort, 'MAIL_PORT', 'the mail page']);
  if (!given['TRIPAY_BASE_URL'] || !given['BINANCE_BASE_URL'] || !isTelegramGiven(settings)) {
    needed.push([sandboxPort, 'SANDBOX_PORT', 'the payment sandbox']);
  }
  for (const [number, variable, what] of needed) {
    if (await isPortFree(number)) continue;
    throw new Error(
      `Port ${number}, needed for ${what}, is taken by another program: ` +
        `end that, or choose another port with ${variable}=${number + 1} make start.`,
    );
  }
}
