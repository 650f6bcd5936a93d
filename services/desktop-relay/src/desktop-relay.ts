import { once, setMaxListeners } from 'node:events';
import { createServer, STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import { hostname } from 'node:os';
import type { Duplex } from 'node:stream';
import { ClientAddresses } from '@casement/common/core/context/client-address.js';
import {
  CORRELATION_HEADER,
  correlationIdFrom,
} from '@casement/common/core/context/correlation-id.js';
import { runInContext } from '@casement/common/core/context/request-context.js';
import { isOwnOrigin } from '@casement/common/platform/http/cross-site.js';
import { Identity } from '@casement/common/platform/identity/identity.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { pause } from '@casement/common/core/async/abortable.js';
import { Metrics } from '@casement/common/core/metrics/metrics.js';
import { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import { WebSocketServer, type WebSocket } from 'ws';
import { sendTo, subprotocolOf } from './compression.js';
import type { DesktopRelayConfig } from './config.js';
import { DesktopsClient } from './desktops.client.js';
import { Refusal, REFUSALS } from './ends.js';
import { firstMessage } from './first-message.js';
import { internalRequests } from './internal-requests.js';
import { RELAY_LIMITS, type RelayLimits } from './limits.js';
import { Pending } from './pending.js';
import { encodeError } from './rdcleanpath.js';
import { RelayMetrics } from './relay-metrics.js';
import { RelaySession, type SessionContext } from './relay-session.js';
import { Reports } from './reports.js';
import { Sessions } from './sessions.js';

const log = logger('desktops');

const PATH = '/api/desktop';
const HEADERS_MS = 5_000;
const REQUEST_MS = 10_000;
/**
 * Longer than the gateway's idle timeout of 60 s, so that the gateway is always the side that closes an idle
 * connection.
 */
const KEEP_ALIVE_MS = 75_000;
const FLUSH_MS = 5_000;
/** Connections allowed in addition to desktops, for health checks, metrics and the gateway's idle pool. */
const OTHER_CONNECTIONS = 256;
/** Maximum fragments per message, because each fragment costs an object. */
const MAX_PIECES = 8_192;

/**
 * Relays desktops between the WebSockets of browsers and Windows Remote Desktop. Keeps no state that another replica,
 * or this one after a restart, would need.
 */
export class DesktopRelay {
  private readonly server: Server;
  private readonly sockets: WebSocketServer;
  private readonly clientAddresses: ClientAddresses;
  private readonly identity: Identity;
  private readonly desktops: DesktopsClient;
  private readonly sessions: Sessions;
  private readonly reports: Reports;
  private readonly metrics: RelayMetrics;
  private readonly context: SessionContext;
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly pending: Pending;
  private stopping = false;

  constructor(
    private readonly config: DesktopRelayConfig,
    private readonly limits: RelayLimits = RELAY_LIMITS,
  ) {
    const registry = new Metrics();
    registry.addProcess();
    this.metrics = new RelayMetrics(registry);
    this.identity = new Identity(config, 'desktop');
    this.clientAddresses = new ClientAddresses(config.TRUSTED_PROXIES);
    const replica = `${hostname()}:${process.pid}`;
    this.desktops = new DesktopsClient(config.INSTALL_GRPC_URL, this.identity, replica);
    this.sessions = new Sessions(config.DESKTOP_MAX_SESSIONS);
    this.reports = new Reports(this.desktops, this.sessions, this.metrics);
    const { INSTALL_ALLOWED_NETWORKS: allowed, INSTALL_OWN_ADDRESSES: own } = config;
    const addresses = new AddressPolicy({ allowed, own });
    this.pending = new Pending(limits);
    this.context = { addresses, limits, metrics: this.metrics };
    this.sockets = new WebSocketServer({
      noServer: true,
      // The WebSocket extension would compress in both directions, and 2 kB from a browser could expand to 2 MiB
      // here. Our subprotocol compresses only towards the browser.
      perMessageDeflate: false,
      handleProtocols: subprotocolOf,
      maxPayload: limits.maxMessageBytes,
      maxBufferedChunks: MAX_PIECES,
      closeTimeout: limits.closeMs,
    } as ConstructorParameters<typeof WebSocketServer>[0]);
    this.server = createServer(
      {
        headersTimeout: HEADERS_MS,
        requestTimeout: REQUEST_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
        connectionsCheckingInterval: 1_000,
      },
      internalRequests(registry, () => !this.stopping),
    );
    this.server.maxConnections =
      config.DESKTOP_MAX_SESSIONS + limits.maxPending + OTHER_CONNECTIONS;
    this.server.on('upgrade', (request, socket, head) => this.upgrade(request, socket, head));
  }

  async listen(): Promise<void> {
    await this.desktops.connect();
    const { HTTP_HOST: host, HTTP_PORT: port } = this.config;
    this.server.listen(port, host);
    await once(this.server, 'listening');
    this.timers.push(
      setInterval(() => this.tick(), this.limits.tickMs),
      setInterval(() => void this.reports.send(), this.limits.reportMs),
    );
    log.info({ host, port: this.port }, 'listening');
  }

  get port(): number {
    return (this.server.address() as { port: number }).port;
  }

  /**
   * Stops accepting connections and ends the open desktops one by one, so that they do not all reconnect to the other
   * replicas at the same time.
   */
  async drain(cut: AbortSignal): Promise<void> {
    this.stopping = true;
    const open = [...this.sessions];
    const parts = open.length + 1;
    for (const session of open) {
      await pause(this.config.DRAIN_MS / parts, cut);
      session.end('relay_stopped');
    }
    await pause(this.config.DRAIN_MS / parts, cut);
  }

  /** Ends the remaining desktops and reports them to the install service. */
  async close(): Promise<void> {
    this.stopping = true;
    for (const timer of this.timers) clearInterval(timer);
    for (const session of this.sessions) session.end('relay_stopped');
    await this.reports.flush(FLUSH_MS);
    await this.closeBrowsers();
    this.server.close();
    this.server.closeAllConnections();
    this.desktops.close();
    this.identity.onApplicationShutdown();
  }

  private tick(): void {
    const now = Date.now();
    for (const session of this.sessions) session.tick(now);
    this.metrics.setOpen(this.sessions.size);
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    if (request.url !== PATH) return refuseUpgrade(socket, 404);
    if (!isWebSocketHandshake(request)) return refuseUpgrade(socket, 400);
    if (!isOwnOrigin(this.config.PUBLIC_URL, request.headers.origin)) {
      this.metrics.countRefusal('origin');
      return refuseUpgrade(socket, 403);
    }
    const address = this.clientAddresses.of(request) ?? '';
    if (!this.pending.hasRoomFor(address)) {
      this.metrics.countRefusal('client');
      return refuseUpgrade(socket, 429);
    }
    if (this.stopping || this.pending.isFull) {
      this.metrics.countRefusal(this.stopping ? 'stopping' : 'full');
      return refuseUpgrade(socket, 503);
    }
    const correlationId = correlationIdFrom(request.headers[CORRELATION_HEADER]);
    this.sockets.handleUpgrade(request, socket, head, (browser) =>
      runInContext({ correlationId, clientAddress: address }, () => {
        void this.admit(browser, socket, address);
      }),
    );
  }

  /** Handles a connection from the upgrade until a session takes over. */
  private async admit(browser: WebSocket, socket: Duplex, address: string): Promise<void> {
    this.pending.add(address);
    // Prevents an unhandled error event. Before there is a session, `ws` itself closes connections that violate the
    // protocol.
    browser.on('error', () => undefined);
    try {
      const { ticket, protocols } = await firstMessage(browser, socket, this.limits);
      // Stops reading, because the browser must send nothing before our response. The session resumes reading.
      browser.pause();
      if (this.stopping) throw new Refusal('full');
      const session = await this.sessions.opened(
        () => this.desktops.open(ticket, address),
        (desktop) => this.sessionOf(browser, desktop),
      );
      void session.open(protocols);
    } catch (error) {
      this.refuse(browser, error);
    } finally {
      this.pending.remove(address);
    }
  }

  private sessionOf(browser: WebSocket, desktop: ConstructorParameters<typeof RelaySession>[1]) {
    return new RelaySession(browser, desktop, this.context, (session) => {
      this.sessions.remove(session);
      this.reports.recordEnded(session);
    });
  }

  private refuse(browser: WebSocket, error: unknown): void {
    const { reason, cause } = error instanceof Refusal ? error : new Refusal('unavailable', error);
    this.metrics.countRefusal(reason);
    if (cause !== undefined) log.warn({ err: cause }, 'could not open a desktop');
    const { code, error: details } = REFUSALS[reason];
    browser.resume();
    if (browser.readyState === browser.OPEN) sendTo(browser, encodeError(details));
    browser.close(code, reason);
  }

  /** Sends the last close frames and waits for the browsers' replies. */
  private async closeBrowsers(): Promise<void> {
    const signal = AbortSignal.timeout(this.limits.closeMs);
    // Each browser adds a listener, which Node would report as a leak.
    setMaxListeners(0, signal);
    // Closes the browsers without a session. The other browsers are already closing.
    for (const one of this.sockets.clients) one.close(REFUSALS.full.code);
    await Promise.all(
      [...this.sockets.clients].map((one) => once(one, 'close', { signal }).catch(() => undefined)),
    );
    for (const one of this.sockets.clients) one.terminate();
  }
}

/**
 * Kong forwards upgrades with any method and with a body, which `ws` would read as WebSocket frames. Kong also adds
 * `Connection: upgrade`, so a request that lacked this header cannot be detected.
 */
const isWebSocketHandshake = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  /^websocket$/i.test(headers.upgrade ?? '') &&
  headers['transfer-encoding'] === undefined &&
  /^0*$/.test(headers['content-length'] ?? '');

function refuseUpgrade(socket: Duplex, status: 400 | 403 | 404 | 429 | 503): void {
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    () => socket.destroy(),
  );
}
