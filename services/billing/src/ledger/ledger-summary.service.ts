import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { LedgerItem } from '@casement/proto/http/billing/ledger.js';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { grpcClient } from '@casement/common/platform/grpc/grpc-client.js';
import { Identity } from '@casement/common/platform/identity/identity.js';
import { BillingConfig } from '../config.js';
import { toLedgerItem } from './ledger.mapper.js';
import { LedgerRepository } from './ledger.repository.js';

const log = logger('ledger-summary');

/** The ledger for its owner: one line per change of the balance, with the address or reference that it is about. */
@Injectable()
export class LedgerSummaryService implements OnApplicationShutdown {
  private readonly installs;

  constructor(
    config: BillingConfig,
    identity: Identity,
    private readonly repository: LedgerRepository,
  ) {
    this.installs = grpcClient('install', {
      url: config.INSTALL_GRPC_URL,
      identity,
      idempotent: ['GetInstalls'],
    });
  }

  onApplicationShutdown(): void {
    this.installs.close();
  }

  /** Newest first. */
  async page(userId: string, query: PageQuery): Promise<ListPage<LedgerItem>> {
    const { rows, ...list } = await this.repository.changes(userId, query);
    const [subjects, ips] = await Promise.all([
      this.repository.subjectsOf(rows.map(({ id }) => id)),
      this.addressesOf(rows.flatMap(({ installId }) => installId ?? [])),
    ]);
    const items = rows.map((entry) => {
      const subject = subjects.get(entry.id);
      return {
        ...toLedgerItem(
          subject?.captured ? { ...entry, kind: 'capture' as const, reason: '' } : entry,
        ),
        topup_reference: subject?.topupReference ?? null,
        install_ip: (entry.installId && ips.get(entry.installId)) ?? null,
      };
    });
    return { ...list, rows: items };
  }

  /** The list is useful without addresses, so a failure of install only omits them. */
  private async addressesOf(ids: string[]): Promise<Map<string, string | undefined>> {
    if (ids.length === 0) return new Map();
    try {
      const { installs } = await this.installs.GetInstalls({ ids: [...new Set(ids)] });
      return new Map(installs.map(({ id, ip }) => [id, ip]));
    } catch (err) {
      log.warn({ err }, 'addresses of installs are unknown');
      return new Map();
    }
  }
}
