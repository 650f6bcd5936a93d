import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type {
  AlertOutcome,
  AlertsQuery,
  ClearAlertsRequest,
} from '@casement/proto/http/security/alerts.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import type { Rule } from '../rules/rules.service.js';
import type { AlertEntity } from './alert.entity.js';
import { alertErrors } from './alerts.errors.js';
import { AlertsRepository, type AlertSelection } from './alerts.repository.js';

export type Alert = AlertEntity;

export interface Finding {
  rule: Rule;
  /** Signal with which the count reached the threshold. */
  signal: { ip: string | null; source: string | null; userId: string | null };
  count: number;
  outcome: AlertOutcome;
}

@Injectable()
export class AlertsService {
  constructor(
    private readonly db: Database,
    private readonly alerts: AlertsRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  async raise(tx: EntityManager, findings: readonly Finding[]): Promise<void> {
    if (findings.length === 0) return;
    const alerts = findings.map(toAlert);
    await this.alerts.insert(tx, alerts);
    await this.outbox.insert(
      tx,
      alerts.map(({ id, type, severity, ip, message }) => ({
        id: newId(),
        subject: 'security.alert.raised.v1',
        payload: { alertId: id, type, severity, ip, message },
      })),
    );
  }

  page(query: AlertsQuery) {
    return this.alerts.page(query);
  }

  newest(limit: number): Promise<Alert[]> {
    return this.alerts.newest(limit);
  }

  newestOf(source: string, limit: number): Promise<Alert[]> {
    return this.alerts.newestOf(source, limit);
  }

  /** @throws alertErrors.notFound */
  async delete(id: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const alert = await this.alerts.delete(tx, id);
      if (!alert) throw alertErrors.notFound();
      const { type, severity, ip, rule, message } = alert;
      await this.audit.record(tx, {
        action: 'alert.deleted',
        target: `alert:${id}`,
        before: { type, severity, ip, rule, message },
      });
    });
  }

  /**
   * Clears the alerts of an address as part of a recovery.
   *
   * @returns the number of alerts deleted
   */
  clearOf(tx: EntityManager, ip: string): Promise<number> {
    return this.alerts.clear(tx, { ip });
  }

  /** @returns the number of alerts deleted */
  clear({ ip, type, olderThan }: ClearAlertsRequest): Promise<number> {
    const selection: AlertSelection = {
      ...(ip && { ip }),
      ...(type && type !== 'all' && { type }),
      ...(olderThan && { olderThan: new Date(olderThan) }),
    };
    return this.db.transaction(async (tx) => {
      const cleared = await this.alerts.clear(tx, selection);
      await this.audit.record(tx, {
        action: 'alerts.cleared',
        target: selection.ip === undefined ? 'alerts:all' : `ip:${selection.ip}`,
        after: { ...selection, cleared },
      });
      return cleared;
    });
  }
}

function toAlert({ rule, signal, count, outcome }: Finding): AlertEntity {
  const hasAddress = rule.per === 'address';
  return {
    id: newId(),
    type: rule.alertType,
    severity: rule.severity,
    ip: hasAddress ? (signal.ip ?? '') : '',
    source: hasAddress ? signal.source : null,
    userId: rule.per === 'account' ? signal.userId : null,
    rule: rule.name,
    message: rule.message
      .replace('{count}', String(count))
      .replace('{minutes}', String(Math.round(rule.windowSeconds / 60))),
    count,
    outcome,
    createdAt: new Date(),
  };
}
