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
/** Maximum number of reports the install service accepts per call. */
export const MAX_REPORTS = 1_000;

/** Client of the install service, the only service that the relay calls. */
export class DesktopsClient {
  private readonly install: GrpcClient<InstallService>;

  /** @param replica name of this process, constant for its lifetime */
  constructor(
    url: string,
    identity: Identity,
    private readonly replica: string,
  ) {
    this.install = grpcClient('install', {
      url,
      identity,
      deadlineMs: DEADLINE_MS,
      // Reports carry totals, so repeating one is harmless.
      idempotent: ['ReportDesktops'],
    });
  }

  connect(): Promise<void> {
    return this.install.connect();
  }

  /**
   * Redeems a ticket.
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

  /**
   * @param sessions at most `MAX_REPORTS`
   * @returns sessions that the relay must end
   * @throws DomainError
   */
  async report(sessions: DesktopReport[]): Promise<DesktopEnd[]> {
    const { end } = await this.install.ReportDesktops({ replica: this.replica, sessions });
    return end;
  }

  close(): void {
    this.install.close();
  }
}
