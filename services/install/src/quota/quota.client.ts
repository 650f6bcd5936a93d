import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  ChargeResult,
  HoldResult,
  type ReleaseQuotaResponse,
} from '@casement/proto/gen/casement/billing/v1/billing_service.js';
import { grpcClient } from '@casement/common/platform/grpc/grpc-client.js';
import { Identity } from '@casement/common/platform/identity/identity.js';
import { InstallConfig } from '../config.js';

/**
 * Client of billing's quota holds. One quota is held under the install's id and released if the install never starts.
 */
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

  /** Idempotent by install id. Throws if billing does not respond; it is then unknown whether the quota is held. */
  async hold(
    installId: string,
    userId: string,
    price = 1,
  ): Promise<'held' | 'insufficient' | 'refused'> {
    const answer = await this.billing.HoldQuota({
      installId,
      userId,
      free: price === 0 || undefined,
    });
    const { result } = answer;
    // An older billing took the quota. The sweep returns it.
    if (result === HoldResult.HOLD_RESULT_HELD && (answer.free ?? false) !== (price === 0))
      throw new Error('billing does not know free installs yet');
    if (result === HoldResult.HOLD_RESULT_HELD) return 'held';
    return result === HoldResult.HOLD_RESULT_INSUFFICIENT ? 'insufficient' : 'refused';
  }

  /** Idempotent. Releasing an unknown hold leaves a tombstone that rejects a hold arriving later. */
  release(installId: string, userId: string, reason: string): Promise<ReleaseQuotaResponse> {
    return this.billing.ReleaseQuota({ installId, userId, reason });
  }

  /**
   * Charges the quota that a failed install returned. Idempotent by install and version. Throws if billing does not
   * respond. Billing then returns the charge after ten minutes unless the edit took place.
   * @param version install version that the edit will create
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
