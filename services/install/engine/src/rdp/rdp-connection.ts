import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { readCertificate, type ServerCertificate } from './certificate.js';
import { CONNECTION_REQUEST, readConfirm, type RdpAnswer } from './probe.js';
import { RdpProtocolError } from './protocol-error.js';
import { WINDOWS_TLS } from './tls-options.js';
import { tsRequestSize } from './ts-request.js';

export class RdpConnectionLost extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'RdpConnectionLost';
  }
}

/** Windows sends its certificate, a challenge and a proof, about 4 KiB in total. */
const MAX_RECEIVED_BYTES = 64 * 1024;

/** Connection to remote desktop (NLA negotiation, TLS, CredSSP messages) with one overall time limit. */
export class RdpConnection {
  private readonly socket: Socket;
  private tls: TLSSocket | null = null;
  private received = Buffer.alloc(0);
  private total = 0;
  private connected = false;
  private lost: Error | null = null;
  private wake: () => void = () => undefined;
  private readonly timers: NodeJS.Timeout[];

  constructor(
    target: { host: string; port: number },
    limits: { connectMs: number; signInMs: number },
    private readonly signal: AbortSignal,
  ) {
    this.socket = connect(target);
    this.listen(this.socket);
    this.socket.once('connect', () => (this.connected = true));
    this.timers = [
      setTimeout(() => this.connected || this.lose('no connection'), limits.connectMs),
      setTimeout(() => this.lose('no answer in time'), limits.signInMs),
    ];
    signal.addEventListener('abort', this.stop, { once: true });
  }

  /** @throws RdpConnectionLost */
  async negotiate(): Promise<RdpAnswer> {
    this.socket.write(CONNECTION_REQUEST);
    return this.until(() => {
      const answer = readConfirm(this.received);
      if (answer) this.received = Buffer.alloc(0);
      return answer;
    });
  }

  /** @throws RdpConnectionLost */
  async secure(): Promise<ServerCertificate> {
    this.socket.removeAllListeners('data');
    this.tls = connectTls({ socket: this.socket, ...WINDOWS_TLS });
    this.listen(this.tls);
    let secured = false;
    this.tls.once('secureConnect', () => {
      secured = true;
      this.wake();
    });
    await this.until(() => secured || null);
    const { raw } = this.tls.getPeerCertificate();
    if (!raw) throw new RdpProtocolError('TLS without a certificate');
    return readCertificate(raw);
  }

  /** Sends a TSRequest and waits for the response. @throws RdpConnectionLost, RdpProtocolError */
  async exchange(message: Buffer): Promise<Buffer> {
    this.tls!.write(message);
    return this.until(() => {
      const size = tsRequestSize(this.received);
      if (size === null || this.received.length < size) return null;
      const answer = this.received.subarray(0, size);
      this.received = this.received.subarray(size);
      return answer;
    });
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.signal.removeEventListener('abort', this.stop);
    this.tls?.destroy();
    this.socket.destroy();
  }

  private readonly stop = () => this.lose('stopped');

  private listen(socket: Socket): void {
    socket.on('data', (chunk: Buffer) => {
      this.total += chunk.length;
      if (this.total > MAX_RECEIVED_BYTES) {
        return this.end(new RdpProtocolError('more than a Windows ever sends'));
      }
      this.received = Buffer.concat([this.received, chunk]);
      this.wake();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => this.lose(error.code ?? error.message));
    socket.on('close', () => this.lose('it hung up'));
  }

  private lose(what: string): void {
    this.end(new RdpConnectionLost(what));
  }

  private end(error: Error): void {
    if (this.lost) return;
    this.lost = error;
    this.close();
    this.wake();
  }

  /** Calls `probe` again whenever data arrives. Data received before the connection closed still counts. */
  private async until<T>(probe: () => T | null): Promise<T> {
    for (;;) {
      this.signal.throwIfAborted();
      const found = probe();
      if (found !== null) return found;
      if (this.lost) throw this.lost;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}
