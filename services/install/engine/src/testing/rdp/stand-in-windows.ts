import { createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket, type SecureContext } from 'node:tls';
import { elementSize } from '../../rdp/der.js';
import { selfSigned, type TestCertificate } from './certificate.js';
import { CredSspAcceptor, type AcceptorOptions, type AcceptorStep } from './credssp-acceptor.js';

/** X.224 Connection Confirm with RDP_NEG_RSP: NLA, only TLS, or a refusal. */
const CONFIRM = {
  nla: Buffer.from('030000130ed000001234000209080002000000', 'hex'),
  tls: Buffer.from('030000130ed000001234000209080001000000', 'hex'),
  refused: Buffer.from('030000130ed000001234000300080002000000', 'hex'),
};

export interface StandInOptions extends Partial<Omit<AcceptorOptions, 'publicKey'>> {
  offers?: keyof typeof CONFIRM;
  /** Alters the n-th sent message, counted from 1. */
  spoil?: (message: Buffer, n: number) => Buffer;
  /** Replaces the CredSSP server's response to a message. */
  answers?: (message: Buffer) => AcceptorStep;
  /** Called once a client has connected and sent its request. */
  onAsked?: () => Promise<void> | void;
  /** Takes over the connection once the client has proven its password and sent its credentials. */
  onSignedIn?: (socket: TLSSocket) => void;
}

let made: { certificate: TestCertificate; context: SecureContext } | undefined;

/** Cached because generating a key is slow. */
function identity() {
  if (!made) {
    const certificate = selfSigned();
    made = { certificate, context: createSecureContext(certificate) };
  }
  return made;
}

/** Fake Windows remote desktop up to CredSSP's last message. */
export class StandInWindows {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  /** Messages received from clients inside TLS. */
  readonly received: Buffer[] = [];
  /** Numbers of connection requests, AUTHENTICATE messages and accepted sign-ins. */
  asked = 0;
  tried = 0;
  accepted = 0;

  constructor(private readonly options: StandInOptions = {}) {
    this.server = createServer((socket) => this.greet(socket));
  }

  async listen(port = 0, host = '127.0.0.1'): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(port, host, resolve));
    return (this.server.address() as { port: number }).port;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => undefined);
  }

  private greet(socket: Socket): void {
    this.keep(socket);
    socket.once('data', () => {
      this.asked += 1;
      void Promise.resolve(this.options.onAsked?.()).then(() => {
        const { offers = 'nla' } = this.options;
        socket.write(CONFIRM[offers]);
        if (offers === 'nla') this.secure(socket);
      });
    });
  }

  private secure(socket: Socket): void {
    const { certificate, context } = identity();
    const tls = new TLSSocket(socket, { isServer: true, secureContext: context });
    this.keep(tls);
    const { user = 'Administrator', password = '', spoil, answers } = this.options;
    const { publicKey } = certificate;
    const acceptor = new CredSspAcceptor({ ...this.options, user, password, publicKey });
    // Closes the connection on messages that it cannot parse.
    const receive = (message: Buffer): AcceptorStep => {
      try {
        return acceptor.receive(message);
      } catch {
        return { send: null, end: true };
      }
    };
    let buffered = Buffer.alloc(0);
    let sent = 0;
    const answer = (message: Buffer) => {
      this.received.push(message);
      const { tried, accepted } = acceptor;
      const step = (answers ?? receive)(message);
      this.tried += acceptor.tried - tried;
      if (acceptor.accepted && !accepted) this.accepted += 1;
      if (step.send) {
        sent += 1;
        tls.write(spoil ? spoil(step.send, sent) : step.send);
      }
      if (step.reset) socket.resetAndDestroy();
      else if (step.end) tls.end();
    };
    tls.on('data', (chunk: Buffer) => {
      buffered = Buffer.concat([buffered, chunk]);
      for (;;) {
        const size = elementSize(buffered);
        if (size === null || buffered.length < size) return;
        const message = buffered.subarray(0, size);
        buffered = buffered.subarray(size);
        if (acceptor.accepted && this.options.onSignedIn) {
          tls.removeAllListeners('data');
          this.options.onSignedIn(tls);
          if (buffered.length > 0) tls.unshift(buffered);
          return;
        }
        answer(message);
      }
    });
  }
}
