import QRCode from 'qrcode';
import { html, type LocalRequest, type Reply } from './local-http.js';
import { escape } from './page.js';
import type { HostedOrder } from './hosted/hosted-order.js';
import { hostedPage, hostedPath } from './hosted/hosted-page.js';
import { manualPayment } from './binance/manual-payment.js';
import { act, isAction } from './actions.js';
import { changeFaults, type Faults } from './faults.js';
import { checkoutPage, overviewPage, statusPage, supportPage } from './pages.js';
import type { SandboxStore } from './sandbox-store.js';
import { findChannel } from './tripay/channels.js';
import { qrText } from './tripay/transaction.js';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'";

/**
 * Pages for browsers: the overview, a bill's page with its buttons, QR images and icons, and the targets of the
 * product's links to the operator's support chat and status page.
 */
export class Site {
  constructor(
    private readonly store: SandboxStore,
    private readonly hasBinance: boolean,
  ) {}

  async answer({ method, path, query, body }: LocalRequest): Promise<Reply | null> {
    if (method === 'GET' && path === '/') {
      const transfers = this.hasBinance ? this.store.transfers : null;
      return html(
        overviewPage(
          this.store.transactions.all(),
          this.store.hosted,
          transfers,
          this.store.faults,
        ),
        POLICY,
      );
    }
    if (method === 'GET' && path === '/support') {
      return html(supportPage(query.get('text') ?? ''), POLICY);
    }
    if (method === 'GET' && path === '/status') return html(statusPage(), POLICY);
    if (method === 'POST' && path === '/transfers') return this.transfer(body);
    if (method === 'POST' && path === '/faults') return this.switchFault(body);
    const [, room, name = '', action] = path.split('/');
    const hosted = name === 'pay' && this.store.findHosted(room ?? '', action ?? '');
    if (hosted) return this.hosted(hosted, method, path.split('/')[4]);
    if (method === 'GET' && room === 'icons') return icon(name.replace('.svg', ''));

    const one = this.store.transactions.find(name);
    if (!one) return null;
    if (method === 'GET' && room === 'qr') return png(await QRCode.toBuffer(qrText(one), QR));
    if (method === 'GET' && room === 'checkout') return html(checkoutPage(one), POLICY);
    if (method === 'POST' && room === 'checkout' && action && isAction(action)) {
      return attempt(`/checkout/${name}`, () => act(action, this.store.transactions, one));
    }
    return null;
  }

  private hosted(one: HostedOrder, method: string, action: string | undefined): Reply | null {
    if (method === 'GET') return html(hostedPage(one), POLICY);
    if (!action) return null;
    return attempt(hostedPath(one), () => this.store.hosted[one.provider].act(one, action));
  }

  private switchFault(body: string): Reply {
    const name = new URLSearchParams(body).get('name') ?? '';
    const { faults } = this.store;
    return attempt('/', () => changeFaults(faults, { [name]: !faults[name as keyof Faults] }));
  }

  private transfer(body: string): Reply {
    return attempt('/', () =>
      this.store.addTransfer(
        manualPayment(
          new URLSearchParams(body),
          this.store.receiverId,
          this.store.isNextLegacyRow(),
        ),
      ),
    );
  }
}

const QR = { width: 440, margin: 2, errorCorrectionLevel: 'M' } as const;

/** Redirects back to the page, as after any form. A refusal gets a separate page. */
function attempt(back: string, action: () => unknown): Reply {
  try {
    action();
    return { status: 303, headers: { location: back }, body: '' };
  } catch (error) {
    return html(
      `<p>${escape((error as Error).message)}. <a href="${back}">Back</a></p>`,
      POLICY,
      400,
    );
  }
}

function png(body: Buffer): Reply {
  return { headers: { 'content-type': 'image/png' }, body };
}

function icon(code: string): Reply | null {
  const channel = findChannel(code);
  if (!channel) return null;
  const label = escape(code.replace(/VA$/, ''));
  return {
    headers: { 'content-type': 'image/svg+xml' },
    body: `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="32" viewBox="0 0 96 32"><rect width="96" height="32" rx="4" fill="#fff"/><text x="48" y="21" font-family="system-ui,sans-serif" font-size="13" font-weight="600" text-anchor="middle" fill="#045b61">${label}</text></svg>`,
  };
}
