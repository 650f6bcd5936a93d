import type {
  DesktopReport,
  OpenDesktopResponse,
} from '@casement/proto/gen/casement/install/v1/install_service.js';
import {
  desktopCloseCode,
  type DesktopEndReason,
} from '@casement/proto/http/install/desktops/desktops.js';
import { clientAddress } from '@casement/common/core/context/request-context.js';
import { logger } from '@casement/common/core/logging/logger.js';
import type { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import type { RawData, WebSocket } from 'ws';
import { sendTo } from './compression.js';
import { errorOf, SessionEnd } from './ends.js';
import { Heartbeat } from './heartbeat.js';
import type { RelayLimits } from './limits.js';
import { Pump } from './pump.js';
import { encodeError, encodeResponse } from './rdcleanpath.js';
import type { RelayMetrics } from './relay-metrics.js';
import { connectToWindows, type WindowsConnection } from './windows-connection.js';

const log = logger('desktops');

export interface SessionContext {
  addresses: Pick<AddressPolicy, 'check'>;
  limits: RelayLimits;
  metrics: RelayMetrics;
}

/** Desktop session with a redeemed ticket. Connects to Windows, relays bytes and ends for exactly one reason. */
export class RelaySession {
  private readonly startedAt = Date.now();
  /** Address of the browser. */
  private readonly ip = clientAddress();
  private readonly aborted = new AbortController();
  private readonly heartbeat: Heartbeat;
  private windows: WindowsConnection | null = null;
  private pump: Pump | null = null;
  private endedFor: DesktopEndReason | null = null;
  private counted = { toWindows: 0, toBrowser: 0 };

  /** @param recordEnded called once, when the session has ended and its report is final */
  constructor(
    private readonly browser: WebSocket,
    private readonly desktop: OpenDesktopResponse,
    private readonly context: SessionContext,
    private readonly recordEnded: (session: RelaySession) => void,
  ) {
    this.heartbeat = new Heartbeat(browser, context.limits.pingMs);
    browser.on('message', (data, isBinary) => this.take(data, isBinary));
    browser.on('error', () => this.end('protocol'));
    // 1006 means the connection broke without a close frame.
    browser.on('close', (code) => this.end(code === 1006 ? 'lost' : 'closed'));
    browser.resume();
    if (browser.readyState !== browser.OPEN) this.end('closed');
  }

  get id(): string {
    return this.desktop.sessionId;
  }

  get isOver(): boolean {
    return this.endedFor !== null;
  }

  /** @param protocols bit set of the NLA variants that the browser supports */
  async open(protocols: number): Promise<void> {
    if (this.isOver) return;
    const { addresses, limits } = this.context;
    try {
      const { signal } = this.aborted;
      const windows = await connectToWindows(this.desktop, protocols, addresses, limits, signal);
      if (this.isOver) windows.socket.destroy();
      else this.relay(windows);
    } catch (error) {
      if (!(error instanceof SessionEnd)) log.error({ err: error, ...this.who }, 'open failed');
      const { reason, message } =
        error instanceof SessionEnd ? error : { reason: 'protocol' as const, message: 'internal' };
      this.end(reason, message);
    }
  }

  report(): DesktopReport {
    return {
      sessionId: this.id,
      bytesToWindows: this.pump?.bytesToWindows ?? 0,
      bytesToBrowser: this.pump?.bytesToBrowser ?? 0,
      ...(this.endedFor && { ended: this.endedFor }),
    };
  }

  /** Checks the time limits. Called about once per second. */
  tick(now: number): void {
    this.count();
    const expired = this.pump?.expired(now);
    if (expired) return this.end(expired);
    // Not checked while the browser is paused or behind, because its pongs are not read then.
    if (!this.browser.isPaused && !this.pump?.browserIsBehind && this.heartbeat.isLost(now)) {
      this.end('lost');
    }
  }

  /**
   * Ends the session. Only the first call has an effect.
   *
   * @param detail only for the log
   */
  end(reason: DesktopEndReason, detail?: string): void {
    if (this.endedFor) return;
    this.endedFor = reason;
    this.aborted.abort();
    if (!this.pump && this.browser.readyState === this.browser.OPEN) {
      sendTo(this.browser, encodeError(errorOf(reason)));
    }
    this.pump?.flush();
    // Resumes reading, to receive the browser's close frame. `ws` waits for it at most `closeMs`.
    this.browser.resume();
    this.browser.close(desktopCloseCode(reason), reason);
    // If the browser closed, delivers its last bytes to Windows without waiting for a reply.
    if (reason === 'closed') this.windows?.socket.end();
    setTimeout(() => this.windows?.socket.destroy(), reason === 'closed' ? 1_000 : 0);
    this.count();
    this.context.metrics.recordEnded(reason);
    const { bytesToWindows, bytesToBrowser } = this.report();
    const seconds = Math.round((Date.now() - this.startedAt) / 1000);
    log.info(
      { ...this.who, reason, detail, seconds, bytesToWindows, bytesToBrowser },
      'desktop ended',
    );
    this.recordEnded(this);
  }

  private relay(windows: WindowsConnection): void {
    const { limits, metrics } = this.context;
    const { host, port, maxBytes } = this.desktop;
    const { socket, confirm, certificates } = windows;
    this.windows = windows;
    const answer = { address: `${host}:${port}`, x224: confirm, certificates };
    sendTo(this.browser, encodeResponse(answer));
    this.pump = new Pump(this.browser, socket, limits, (bytes) => {
      if (bytes > maxBytes) this.end('byte_limit');
    });
    socket.on('error', ({ code = '' }: NodeJS.ErrnoException) =>
      this.end(code.startsWith('ERR_SSL') ? 'protocol' : 'windows_closed', code),
    );
    socket.on('end', () => this.end('windows_closed'));
    socket.on('close', () => this.end('windows_closed'));
    metrics.recordOpened((Date.now() - this.startedAt) / 1000);
    log.info(this.who, 'desktop opened');
  }

  private take(data: RawData, isBinary: boolean): void {
    if (this.endedFor) return;
    this.heartbeat.alive();
    // RDP is binary, and the browser must send nothing before our response.
    if (!isBinary || !this.pump) return this.end('protocol');
    this.pump.fromBrowser(data as Buffer);
  }

  /** Adds the bytes since the last call to the metrics. */
  private count(): void {
    const { bytesToWindows, bytesToBrowser } = this.report();
    const { metrics } = this.context;
    metrics.addBytes('to_windows', bytesToWindows - this.counted.toWindows);
    metrics.addBytes('to_browser', bytesToBrowser - this.counted.toBrowser);
    this.counted = { toWindows: bytesToWindows, toBrowser: bytesToBrowser };
  }

  private get who() {
    const { sessionId, userId, installId } = this.desktop;
    return { sessionId, userId, installId, ip: this.ip };
  }
}
