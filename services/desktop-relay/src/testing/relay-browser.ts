import { constants, inflateRawSync } from 'node:zlib';
import {
  element,
  field,
  integer,
  octets,
  readElements,
  readFields,
  readInteger,
  readOne,
  sequence,
  TAG,
} from '@casement/install-engine/rdp/der.js';
import type { CredSspClient, CredSspStep } from '@casement/install-engine/rdp/credssp.js';
import { tsRequestSize } from '@casement/install-engine/rdp/ts-request.js';
import WebSocket from 'ws';
import { DESKTOP_DEFLATE } from '@casement/proto/http/install/desktops/desktops.js';
import { ORIGIN } from './relay.js';

const utf8 = (text: string) => element(TAG.utf8String, Buffer.from(text, 'utf8'));

/**
 * Builds an X.224 connection request as IronRDP sends it: a cookie, then NLA with and without early user
 * authorization.
 */
export function x224Request(protocols = 0x0a, cookie = 'Cookie: mstshash=browser\r\n'): Buffer {
  const rest = Buffer.concat([
    Buffer.from('e00000000000', 'hex'),
    Buffer.from(cookie, 'latin1'),
    Buffer.from('0100080000000000', 'hex'),
  ]);
  rest.writeUInt32LE(protocols, rest.length - 4);
  const head = Buffer.from([3, 0, 0, 5 + rest.length, rest.length]);
  return Buffer.concat([head, rest]);
}

export const rdCleanPathRequest = (ticket: string, x224 = x224Request()): Buffer =>
  sequence(
    field(0, integer(3390)),
    field(2, utf8('192.0.2.1:3389')),
    field(3, utf8(ticket)),
    field(6, octets(x224)),
  );

export interface Opened {
  /** X.224 connection confirm of the server. */
  x224: Buffer;
  /** Server certificates in DER. */
  certificates: Buffer[];
  address: string;
}

/** RDCleanPath error of a connection that ended before the desktop was open. */
export interface Failed {
  httpStatus?: number;
  wsaError?: number;
  tlsAlert?: number;
}

export function readAnswer(bytes: Buffer): Opened | Failed {
  const fields = readFields(bytes);
  const failed = fields.get(1);
  if (failed) {
    const details = readFields(failed);
    const number = (n: number) => (details.has(n) ? readInteger(details.get(n)!) : undefined);
    return { httpStatus: number(1), wsaError: number(2), tlsAlert: number(3) };
  }
  return {
    x224: readOne(fields.get(6)!, TAG.octetString),
    certificates: readElements(readOne(fields.get(7)!, TAG.sequence)).map(({ content }) => content),
    address: readOne(fields.get(9)!, TAG.utf8String).toString(),
  };
}

/** Test client of the relay: a WebSocket, the RDCleanPath exchange, then the bytes of the desktop. */
export class RelayBrowser {
  private readonly messages: Buffer[] = [];
  private waiting: (() => void)[] = [];
  /** Close code and reason; `null` while open. */
  closed: { code: number; reason: string } | null = null;

  /** Number of received bytes on the wire, i.e. before decompression. */
  bytes = 0;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data) => {
      const message = data as Buffer;
      this.bytes += message.length;
      this.messages.push(
        socket.protocol
          ? inflateRawSync(message, { finishFlush: constants.Z_SYNC_FLUSH })
          : message,
      );
      this.wake();
    });
    socket.on('error', () => undefined);
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
      this.wake();
    });
  }

  /** @throws Error with the status in its message if the upgrade is rejected */
  static async connect(
    address: string,
    headers: Record<string, string> = { origin: ORIGIN },
    subprotocols = [DESKTOP_DEFLATE],
  ) {
    const socket = new WebSocket(`ws://${address}/api/desktop`, subprotocols, {
      headers,
      perMessageDeflate: true,
    });
    const browser = new RelayBrowser(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', () => resolve());
      socket.once('error', reject);
    });
    return browser;
  }

  /** Connects, sends the ticket and returns the response. */
  static async open(
    address: string,
    ticket: string,
    subprotocols?: string[],
  ): Promise<[RelayBrowser, Opened | Failed]> {
    const browser = await RelayBrowser.connect(address, undefined, subprotocols);
    browser.send(rdCleanPathRequest(ticket));
    return [browser, readAnswer(await browser.receive())];
  }

  send(bytes: Buffer): void {
    this.socket.send(bytes);
  }

  /**
   * Returns the next message.
   *
   * @throws Error if the connection is closed and has no more messages
   */
  async receive(): Promise<Buffer> {
    for (;;) {
      const message = this.messages.shift();
      if (message) return message;
      if (this.closed) throw new Error(`closed: ${this.closed.code} ${this.closed.reason}`);
      await this.change();
    }
  }

  /** Performs CredSSP through the relay up to the server's proof. */
  async signIn(client: CredSspClient): Promise<{
    step: CredSspStep;
    bytes: { sent: number; received: number };
  }> {
    const bytes = { sent: 0, received: 0 };
    let waiting = Buffer.alloc(0);
    let step: CredSspStep = { send: client.first() };
    while ('send' in step) {
      this.send(step.send);
      bytes.sent += step.send.length;
      let size: number | null = null;
      while (size === null || waiting.length < size) {
        const chunk = await this.receive();
        bytes.received += chunk.length;
        waiting = Buffer.concat([waiting, chunk]);
        size = tsRequestSize(waiting);
      }
      step = client.receive(waiting.subarray(0, size));
      waiting = waiting.subarray(size);
    }
    return { step, bytes };
  }

  /** Waits until the connection is closed. Messages that arrive before are not read. */
  async end(): Promise<{ code: number; reason: string }> {
    while (!this.closed) await this.change();
    return this.closed;
  }

  close(): void {
    this.socket.close(1000);
  }

  private change(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
