import type {
  DesktopEnd,
  DesktopReport,
  InstallService,
  OpenDesktopResponse,
} from '@casement/proto/gen/casement/install/v1/install_service.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { grpcClient, type GrpcClient } from '@casement/common/platform/grpc/grpc-client.js';
import type { Identity } from '@casement/common/platform/identity/identity.js';
import { Refusal } from './ends.js';

const DEADLINE_MS = 3_000;
/** As many as the install service takes at once. */
export const MAX_REPORTS = 1_000;

/** The two calls that this process may make, both of the install service. */
export class DesktopsClient {
  private readonly install: GrpcClient<InstallService>;

  /** @param replica one name of this process, for its lifetime */
  constructor(
    url: string,
    identity: Identity,
    private readonly replica: string,
  ) {
    this.install = grpcClient('install', {
      url,
      identity,
      deadlineMs: DEADLINE_MS,
      // Reports are totals.
      idempotent: ['ReportDesktops'],
    });
  }

  connect(): Promise<void> {
    return this.install.connect();
  }

  /**
   * Uses a ticket up.
   *
   * @throws Refusal
   */
  async open(ticket: string, clientAddress: string): Promise<OpenDesktopResponse> {
    try {
      return await this.install.OpenDesktop({ ticket, replica: this.replica, clientAddress });
    } catch (error) {
      const kind = error instanceof DomainError ? error.kind : 'internal';
      if (kind === 'not_found') throw new Refusal('ticket');
      if (kind === 'rate_limited') throw new Refusal('sessions');
      throw new Refusal('unavailable', error);
    }
  }

  /** @param sessions at most `MAX_REPORTS` @returns which of them have to end @throws DomainError */
  async report(sessions: DesktopReport[]): Promise<DesktopEnd[]> {
    const { end } = await this.install.ReportDesktops({ replica: this.replica, sessions });
    return end;
  }

  close(): void {
    this.install.close();
  }
}
