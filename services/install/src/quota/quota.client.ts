import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  ChargeResult,
  HoldResult,
  type ReleaseQuotaResponse,
} from '@casement/proto/gen/casement/billing/v1/billing_service.js';
import { grpcClient } from '@casement/common/platform/grpc/grpc-client.js';
import { Identity } from '@casement/common/platform/identity/identity.js';
import { InstallConfig } from '../config.js';

/** Billing's side of an install: one quota held by the install's id, given back if it never begins. */
@Injectable()
export class QuotaClient implements OnApplicationShutdown {
  private readonly billing;

  constructor(config: InstallConfig, identity: Identity) {
    this.billing = grpcClient('billing', {
      url: config.BILLING_GRPC_URL,
      identity,
      deadlineMs: 3000,
      idempotent: ['HoldQuota', 'ReleaseQuota', 'ChargeAgain'],
    });
  }

  /** Idempotent by install id. Throws when billing does not answer: whether it holds is then unknown. */
  async hold(installId: string, userId: string): Promise<'held' | 'insufficient' | 'refused'> {
    const { result } = await this.billing.HoldQuota({ installId, userId });
    if (result === HoldResult.HOLD_RESULT_HELD) return 'held';
    return result === HoldResult.HOLD_RESULT_INSUFFICIENT ? 'insufficient' : 'refused';
  }

  /** Idempotent. An unknown hold leaves a tombstone that refuses a late one. */
  release(installId: string, userId: string, reason: string): Promise<ReleaseQuotaResponse> {
    return this.billing.ReleaseQuota({ installId, userId, reason });
  }

  /**
   * Charges the quota of a failed install again. Idempotent by install and version. Throws when billing does not
   * answer: what it took is then given back after ten minutes, unless the edit happened after all.
   * @param version the one that the edit will give to the install
   */
  async chargeAgain(
    installId: string,
    userId: string,
    version: number,
  ): Promise<'charged' | 'insufficient' | 'stale'> {
    const { result } = await this.billing.ChargeAgain({ installId, userId, version });
    if (result === ChargeResult.CHARGE_RESULT_CHARGED) return 'charged';
    return result === ChargeResult.CHARGE_RESULT_INSUFFICIENT ? 'insufficient' : 'stale';
  }

  onApplicationShutdown(): void {
    this.billing.close();
  }
}
