import { once } from 'node:events';
import { createServer, type Server as Listener, type Socket } from 'node:net';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { ServerGrpc, type GrpcOptions } from '@nestjs/microservices';
import type { Identity } from '../identity/identity.js';

/** First byte of a TLS connection. HTTP/2 without TLS starts with a P. */
const TLS_HANDSHAKE = 0x16;
const FIRST_BYTE_MS = 10_000;

/**
 * Server for `GRPC_IDENTITY=accept`: one port for calls with and without mTLS, so that the services of a running
 * deployment can be switched one after the other. A caller with a certificate is restricted to its allowed methods; a
 * caller without one is not restricted.
 */
export class MixedGrpcServer extends ServerGrpc {
  private listener: Listener | undefined;

  constructor(
    private readonly grpc: GrpcOptions['options'],
    private readonly identity: Identity,
  ) {
    super(grpc);
  }

  override async createClient(): Promise<Server> {
    const server = new Server(this.grpc.channelOptions);
    const secured = server.createConnectionInjector(this.identity.serverCredentials());
    const plain = server.createConnectionInjector(ServerCredentials.createInsecure());
    const listener = createServer((socket) => {
      void firstByte(socket).then((byte) => {
        if (byte === undefined) return socket.destroy();
        (byte === TLS_HANDSHAKE ? secured : plain).injectConnection(socket);
      });
    });
    const at = this.grpc.url?.lastIndexOf(':') ?? -1;
    listener.listen(Number(this.grpc.url?.slice(at + 1)), this.grpc.url?.slice(0, at));
    await once(listener, 'listening');
    this.listener = listener;
    return server;
  }

  override async close(): Promise<void> {
    this.listener?.close();
    await super.close();
  }
}

/** Peeks at the first byte without consuming it; undefined if none arrives. */
async function firstByte(socket: Socket): Promise<number | undefined> {
  const signal = AbortSignal.timeout(FIRST_BYTE_MS);
  try {
    await once(socket, 'readable', { signal });
  } catch {
    return undefined;
  }
  const chunk = socket.read(1) as Buffer | null;
  if (chunk) socket.unshift(chunk);
  return chunk?.[0];
}
