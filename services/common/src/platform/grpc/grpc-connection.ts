import {
  connectivityState,
  credentials,
  type ChannelCredentials,
  type ChannelOptions,
  type Client,
  type ServiceClientConstructor,
} from '@grpc/grpc-js';
import type { ServiceName } from '@casement/proto/access/access.js';
import type { Identity } from '../identity/identity.js';

/** Balances over all addresses of the target, whether it lists them or its name resolves to several. */
const SPREAD = JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] });
/** In `accept` mode, the time after which a connection without mTLS may be used instead. */
const HANDSHAKE_WAIT_MS = 250;
/** Timeout for an address that neither answers nor refuses. */
const FIRST_ATTEMPT_MS = 2_000;

const OPTIONS: ChannelOptions = {
  'grpc.service_config': SPREAD,
  // Reconnects soon after a restart of a replica and before the next replica stops: see DRAIN_MS.
  'grpc.initial_reconnect_backoff_ms': 200,
  'grpc.max_reconnect_backoff_ms': 1_000,
};

export interface ConnectionTarget {
  /** Service name in the server's certificate. */
  service: ServiceName;
  url: string;
  identity?: Identity;
}

/**
 * Connections to one service with mTLS, without it, or both. Both are used while a deployment migrates: with mTLS if
 * any replica supports it, otherwise without.
 */
export class GrpcConnection {
  private readonly secured: Client | undefined;
  private readonly plain: Client | undefined;

  constructor(Constructor: ServiceClientConstructor, target: ConnectionTarget) {
    const { identity, service, url } = target;
    const open = (selected: ChannelCredentials, options = OPTIONS) =>
      new Constructor(url, selected, options) as Client;
    const mode = identity?.mode ?? 'off';
    if (mode !== 'require') this.plain = open(credentials.createInsecure());
    if (!identity || mode === 'off') return;
    // The certificate contains the service's name instead of an address, because a service may have several
    // addresses.
    const named = { ...OPTIONS, 'grpc.ssl_target_name_override': service };
    this.secured = open(identity.channelCredentials(service), named);
  }

  /**
   * Returns the client to use now: the one with mTLS or, after a short wait, the one that connects first. If the
   * server requires mTLS, only the client with mTLS can connect, even if its handshake is slow on a busy machine.
   *
   * @param deadline of the call, in milliseconds since 1970
   */
  async client(deadline: number): Promise<Client> {
    const { secured, plain } = this;
    if (!plain || !secured) return (secured ?? plain)!;
    if (await isReachable(secured, Date.now() + HANDSHAKE_WAIT_MS)) return secured;
    const reached = async (client: Client) => {
      if (await isReachable(client, deadline)) return client;
      throw new Error('not reachable');
    };
    return Promise.any([reached(secured), reached(plain)]).catch(() => secured);
  }

  /** Resolves after the first connection attempt, whether it succeeds or not. */
  async attempt(): Promise<void> {
    const all = [this.secured, this.plain].filter((client) => client !== undefined);
    const deadline = Date.now() + FIRST_ATTEMPT_MS;
    await Promise.all(all.map((client) => isReachable(client, deadline)));
  }

  close(): void {
    this.secured?.close();
    this.plain?.close();
  }
}

async function isReachable(client: Client, deadline: number): Promise<boolean> {
  const channel = client.getChannel();
  for (;;) {
    const state = channel.getConnectivityState(true);
    if (state === connectivityState.READY) return true;
    if (state === connectivityState.TRANSIENT_FAILURE || Date.now() >= deadline) return false;
    await new Promise((resolve) => channel.watchConnectivityState(state, deadline, resolve));
  }
}
