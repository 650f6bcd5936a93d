import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type {
  QuotaChanged,
  TopupExpiring,
  TopupPaid,
  TopupRefunded,
} from '@casement/proto/gen/casement/billing/v1/billing_events.js';
import type {
  InstallStatusChanged,
  WebhookPaused,
} from '@casement/proto/gen/casement/install/v1/install_events.js';
import { crossedLowQuota } from '@casement/proto/http/billing/quota.js';
import type { NoticeEvent } from '@casement/proto/http/telegram/telegram.js';
import { EventContext } from '@casement/common/messaging/event-context.js';
import { addressText } from '@casement/proto/http/install/address-text.js';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import { NoticesService } from './notices.service.js';

/** Excludes `pending` because the user has just requested the install. */
const KIND_BY_STATUS: Record<string, NoticeEvent | undefined> = {
  preparing: 'install_progress',
  running: 'install_progress',
  manual_review: 'install_finished',
  completed: 'install_finished',
  failed: 'install_finished',
};

/**
 * Quota changes older than this are not reported, because the quota has probably changed since. The stream keeps
 * events for longer.
 */
const MAX_QUOTA_AGE_MS = 24 * 3_600_000;

@Controller()
export class NoticesConsumer {
  constructor(private readonly notices: NoticesService) {}

  @OnEvent('install.job.status-changed.v1')
  async onInstallStatus(
    @Payload() change: InstallStatusChanged,
    @Ctx() event: EventContext,
  ): Promise<void> {
    const kind = KIND_BY_STATUS[change.status];
    if (!kind) return;
    await this.notices.record(event, {
      userId: change.userId,
      kind,
      content: {
        installId: change.installId,
        ip: addressText(change.ip, change.rdpPort),
        status: change.status,
        version: change.version,
        failureCode: change.failureCode,
        failureMessage: change.failureMessage,
        failureCure: change.failureCure ?? '',
        ...(change.desktop && { desktop: 1 }),
        ...(change.linux && { linux: 1 }),
        ...(change.free && { free: 1 }),
        ...(change.label && { label: change.label }),
      },
    });
  }

  @OnEvent('billing.topup.paid.v1')
  async onTopupPaid(@Payload() paid: TopupPaid, @Ctx() event: EventContext): Promise<void> {
    await this.notices.record(event, {
      userId: paid.userId,
      kind: 'topup_paid',
      content: {
        reference: paid.reference,
        quantity: paid.quantity,
        ...sumsOf(paid),
        ...(paid.receiptNumber !== undefined && { receiptNumber: paid.receiptNumber }),
      },
    });
  }

  @OnEvent('billing.topup.expiring.v1')
  async onTopupExpiring(
    @Payload() expiring: TopupExpiring,
    @Ctx() event: EventContext,
  ): Promise<void> {
    const giveUpAt = new Date(expiring.expiredTime * 1000);
    if (giveUpAt.getTime() <= Date.now()) return;
    const { userId, reference, quantity, expiredTime } = expiring;
    await this.notices.record(event, {
      userId,
      kind: 'topup_expiring',
      content: { reference, quantity, expiredTime, ...sumsOf(expiring) },
      giveUpAt,
    });
  }

  @OnEvent('billing.topup.refunded.v1')
  async onTopupRefunded(
    @Payload() { userId, reference, quantity, amount, amountUsdt, creditNoteNumber }: TopupRefunded,
    @Ctx() event: EventContext,
  ): Promise<void> {
    await this.notices.record(event, {
      userId,
      kind: 'topup_refunded',
      content: {
        reference,
        quantity,
        amount,
        ...(amountUsdt !== undefined && { amountUsdt }),
        ...(creditNoteNumber !== undefined && { creditNoteNumber }),
      },
    });
  }

  @OnEvent('billing.quota.changed.v1')
  async onQuotaChanged(
    @Payload() { userId, quota, amount }: QuotaChanged,
    @Ctx() event: EventContext,
  ): Promise<void> {
    if (!crossedLowQuota(quota, amount)) return;
    if (Date.now() - event.occurredAt.getTime() > MAX_QUOTA_AGE_MS) return;
    await this.notices.record(event, { userId, kind: 'quota_low', content: { quota } });
  }

  @OnEvent('install.webhook.paused.v1')
  async onWebhookPaused(
    @Payload() { userId, host, reason }: WebhookPaused,
    @Ctx() event: EventContext,
  ): Promise<void> {
    await this.notices.record(event, { userId, kind: 'webhook_paused', content: { host, reason } });
  }
}

const sumsOf = ({ finalAmount, payableAmount, payableUsdt }: TopupPaid | TopupExpiring) => ({
  finalAmount,
  ...(payableAmount !== undefined && { payableAmount }),
  ...(payableUsdt !== undefined && { payableUsdt }),
});
