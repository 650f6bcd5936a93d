import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startSandbox, type Sandbox } from '@casement/sandbox/sandbox.js';
import { freePort } from '@casement/common/testing/free-port.js';

export interface HostedOrder {
  merchantRef: string;
  refunds: { key: string; failed?: true }[];
}

/** Midtrans and Stripe, played by the sandbox. Their callbacks go to any replica that is up. */
export class HostedProviders {
  /** Set once the replicas are up. */
  target: (() => Promise<string>) | undefined;

  private constructor(
    private readonly sandbox: Sandbox,
    private readonly relay: Server,
    private readonly folder: string,
    private readonly url: string,
    private readonly publicUrl: string,
  ) {}

  static async start(): Promise<HostedProviders> {
    const relay = createServer();
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    const publicUrl = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
    const folder = await mkdtemp(join(tmpdir(), 'casement-books-'));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const sandbox = await startSandbox({
      port,
      url,
      file: join(folder, 'sandbox.json'),
      midtrans: { serverKey: 'SB-Mid-server-books' },
      stripe: {
        secretKey: 'sk_test_books',
        webhookSecret: 'whsec_books',
        webhookUrl: `${publicUrl}/api/payments/stripe/callback`,
      },
    });
    const providers = new HostedProviders(sandbox!, relay, folder, url, publicUrl);
    relay.on('request', (request, response) => void providers.forward(request, response));
    await providers.control('faults', { callbackRetryMs: 200 });
    return providers;
  }

  get env(): Record<string, string> {
    return {
      PUBLIC_URL: this.publicUrl,
      MIDTRANS_SNAP_URL: `${this.url}/midtrans/snap/v1`,
      MIDTRANS_API_URL: `${this.url}/midtrans/v2`,
      MIDTRANS_SERVER_KEY: 'SB-Mid-server-books',
      STRIPE_API_URL: this.url,
      STRIPE_SECRET_KEY: 'sk_test_books',
      STRIPE_WEBHOOK_SECRET: 'whsec_books',
    };
  }

  /** Changes a payment at its provider, which sends a callback without waiting for the answer. */
  async act(provider: string, merchantRef: string, action: string): Promise<void> {
    await this.control(`${provider}/${merchantRef}/${action}`);
  }

  /** Sends the callback about the current state. @returns whether billing accepted it */
  async announce(provider: string, merchantRef: string): Promise<boolean> {
    const answer = await this.control(`${provider}/${merchantRef}/callback`);
    return ((await answer.json()) as { accepted: boolean }).accepted;
  }

  /** Makes the provider answer 503, or answer again. */
  async setDown(down: boolean): Promise<void> {
    await this.control('faults', { down });
  }

  async orders(): Promise<HostedOrder[]> {
    return (await fetch(`${this.url}/_sandbox/hosted`)).json() as Promise<HostedOrder[]>;
  }

  async close(): Promise<void> {
    await this.sandbox.close();
    this.relay.closeAllConnections();
    await new Promise((resolve) => this.relay.close(resolve));
    await rm(this.folder, { recursive: true, force: true });
  }

  private async control(path: string, body: object = {}): Promise<Response> {
    const answer = await fetch(`${this.url}/_sandbox/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer;
  }

  private async forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await text(request);
      const { 'stripe-signature': signature } = request.headers;
      const answer = await fetch(`${await this.target!()}${request.url ?? ''}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(typeof signature === 'string' && { 'stripe-signature': signature }),
        },
        body,
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(await answer.text());
    } catch {
      // The replica was killed.
      response.destroy();
    }
  }
}
