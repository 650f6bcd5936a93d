import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  loadPackageDefinition,
  Metadata,
  Server,
  ServerCredentials,
  type sendUnaryData,
  type ServiceClientConstructor,
  type ServerUnaryCall,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { PROTO_ROOT } from '@casement/proto/files.js';
import type {
  DesktopEnd,
  DesktopReport,
  OpenDesktopRequest,
  OpenDesktopResponse,
  ReportDesktopsRequest,
  ReportDesktopsResponse,
} from '@casement/proto/gen/casement/install/v1/install_service.js';
import { errorKinds, type ErrorKind } from '@casement/common/core/errors/error-kind.js';
import { ERROR_CODE, ERROR_KIND } from '@casement/common/platform/grpc/service-error.js';
import { PROTO_LOADER_OPTIONS } from '@casement/common/platform/grpc/proto-options.js';

const PROTO = 'casement/install/v1/install_service.proto';

export interface TicketFor {
  host: string;
  port: number;
  certificateSha256: string;
  maxBytes?: number;
}

/** Fake of the install service for relays: single-use tickets, reports, and sessions to end. */
export class StandInDesktops {
  /** Requests received by OpenDesktop, in order. */
  readonly opened: OpenDesktopRequest[] = [];
  /** Latest report of each session. */
  readonly reports = new Map<string, DesktopReport>();
  /** Sessions that the next response to a report tells the relay to end. */
  readonly ends: DesktopEnd[] = [];
  /** If set, OpenDesktop fails with this error for every ticket. */
  refuseWith: ErrorKind | null = null;
  private readonly tickets = new Map<string, TicketFor>();
  private server: Server | null = null;
  private port = 0;

  static async start(): Promise<StandInDesktops> {
    const install = new StandInDesktops();
    await install.restartServer();
    return install;
  }

  get url(): string {
    return `127.0.0.1:${this.port}`;
  }

  issue(target: TicketFor): string {
    const ticket = randomBytes(32).toString('base64url');
    const { host, port, certificateSha256, maxBytes } = target;
    this.tickets.set(ticket, { host, port, certificateSha256, ...(maxBytes && { maxBytes }) });
    return ticket;
  }

  /** Invalidates a ticket, as after 30 seconds or when its install is deleted. */
  withdraw(ticket: string): void {
    this.tickets.delete(ticket);
  }

  /** End reasons of the sessions, in the order of their first reports. */
  get reasons(): (string | undefined)[] {
    return [...this.reports.values()].map(({ ended }) => ended);
  }

  stopServer(): void {
    this.server?.forceShutdown();
    this.server = null;
  }

  /** Restarts at the same address. */
  async restartServer(): Promise<void> {
    const tree = loadPackageDefinition(loadSync(join(PROTO_ROOT, PROTO), PROTO_LOADER_OPTIONS));
    let node: unknown = tree;
    for (const part of ['casement', 'install', 'v1', 'InstallService']) {
      node = (node as Record<string, unknown>)[part];
    }
    const server = new Server();
    server.addService((node as ServiceClientConstructor).service, {
      OpenDesktop: (
        { request }: ServerUnaryCall<OpenDesktopRequest, OpenDesktopResponse>,
        done: sendUnaryData<OpenDesktopResponse>,
      ) => this.open(request, done),
      ReportDesktops: (
        { request }: ServerUnaryCall<ReportDesktopsRequest, ReportDesktopsResponse>,
        done: sendUnaryData<ReportDesktopsResponse>,
      ) => {
        for (const report of request.sessions) this.reports.set(report.sessionId, report);
        done(null, { end: this.ends.splice(0) });
      },
    });
    this.port = await new Promise<number>((resolve, reject) =>
      server.bindAsync(
        `127.0.0.1:${this.port}`,
        ServerCredentials.createInsecure(),
        (error, port) => (error ? reject(error) : resolve(port)),
      ),
    );
    this.server = server;
  }

  private open(request: OpenDesktopRequest, done: sendUnaryData<OpenDesktopResponse>): void {
    this.opened.push(request);
    const target = this.tickets.get(request.ticket);
    this.tickets.delete(request.ticket);
    const refused = this.refuseWith ?? (target ? null : 'not_found');
    if (refused) {
      const metadata = new Metadata();
      metadata.set(ERROR_KIND, refused);
      metadata.set(ERROR_CODE, 'NOT_FOUND');
      return done({ code: errorKinds[refused].grpc, details: 'refused', metadata });
    }
    const sessionId = randomUUID();
    this.reports.set(sessionId, { sessionId, bytesToWindows: 0, bytesToBrowser: 0 });
    done(null, {
      sessionId,
      maxBytes: 20 * 2 ** 30,
      ...target!,
      userId: randomUUID(),
      installId: randomUUID(),
    });
  }
}
