import { createHash, X509Certificate } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import {
  selfSigned,
  type TestCertificate,
} from '@casement/install-engine/testing/rdp/certificate.js';

/** X.224 connection confirms by the protocol that the server chooses. */
export const CONFIRMS = {
  nla: Buffer.from('030000130ed000001234000209080002000000', 'hex'),
  tls: Buffer.from('030000130ed000001234000209080001000000', 'hex'),
  /** RDSTLS, which the relay does not request. */
  other: Buffer.from('030000130ed000001234000209080004000000', 'hex'),
  refused: Buffer.from('030000130ed000001234000300080002000000', 'hex'),
};

let made: TestCertificate | undefined;
/** Cached because generating a key is slow. */
const certificate = (): TestCertificate => (made ??= selfSigned());

interface Script {
  /** If set, handles the X.224 request instead of the confirm and TLS. */
  asked?: (socket: Socket) => void;
  confirm?: Buffer;
  secured?: (socket: TLSSocket) => void;
}

/** Fake Windows with a scripted response to the X.224 request and inside TLS. */
export class ScriptedDesktop {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  /** First bytes received from each client. */
  readonly requests: Buffer[] = [];

  private constructor(
    private readonly script: Script,
    readonly host: string,
  ) {
    this.server = createServer((socket) => this.greet(socket));
  }

  static async start(script: Script = {}, host = '127.0.0.1'): Promise<ScriptedDesktop> {
    const desktop = new ScriptedDesktop(script, host);
    await new Promise<void>((resolve) => desktop.server.listen(0, host, resolve));
    return desktop;
  }

  get port(): number {
    return (this.server.address() as { port: number }).port;
  }

  /** Hash of the certificate, in the form that is pinned when a password is verified. */
  get certificateSha256(): string {
    const { raw } = new X509Certificate(certificate().cert);
    return createHash('sha256').update(raw).digest('hex');
  }

  get connections(): number {
    return this.sockets.size;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private greet(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.once('data', (request: Buffer) => {
      this.requests.push(request);
      if (this.script.asked) return this.script.asked(socket);
      socket.write(this.script.confirm ?? CONFIRMS.nla);
      const secureContext = createSecureContext(certificate());
      const tls = new TLSSocket(socket, { isServer: true, secureContext });
      tls.on('error', () => undefined);
      tls.once('secure', () => this.script.secured?.(tls));
    });
  }
}
