import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { z } from 'zod';
import type {
  ChargeAgainRequest,
  ChargeAgainResponse,
  ChargeResult,
  HoldQuotaRequest,
  HoldQuotaResponse,
  HoldResult,
  ReleaseQuotaRequest,
  ReleaseQuotaResponse,
} from '@casement/proto/gen/casement/billing/v1/billing_service.js';
import { HoldsService, type ChargeAnswer, type HoldAnswer } from './holds.service.js';

const holdRequest = z.object({
  installId: z.uuid(),
  userId: z.uuid(),
  free: z.boolean().default(false),
});
const releaseRequest = holdRequest.extend({ reason: z.string().max(100).default('') });
const chargeRequest = holdRequest.extend({ version: z.number().int().min(0) });

const results: Record<HoldAnswer, HoldResult> = {
  held: 'HOLD_RESULT_HELD',
  insufficient: 'HOLD_RESULT_INSUFFICIENT',
  refused: 'HOLD_RESULT_REFUSED',
};

const charges: Record<ChargeAnswer, ChargeResult> = {
  charged: 'CHARGE_RESULT_CHARGED',
  insufficient: 'CHARGE_RESULT_INSUFFICIENT',
  stale: 'CHARGE_RESULT_STALE',
};

@Controller()
export class HoldsGrpcController {
  constructor(private readonly holds: HoldsService) {}

  @GrpcMethod('BillingService', 'HoldQuota')
  async hold(
    @Payload({ schema: holdRequest }) request: HoldQuotaRequest,
  ): Promise<HoldQuotaResponse> {
    const { installId, userId } = request;
    const { result, quota, free } = await this.holds.hold(installId, userId, request.free);
    return { result: results[result], quota, ...(free && { free }) };
  }

  @GrpcMethod('BillingService', 'ReleaseQuota')
  async release(
    @Payload({ schema: releaseRequest }) request: ReleaseQuotaRequest,
  ): Promise<ReleaseQuotaResponse> {
    const { installId, userId, reason } = request;
    return { quota: await this.holds.release(installId, userId, reason) };
  }

  @GrpcMethod('BillingService', 'ChargeAgain')
  async chargeAgain(
    @Payload({ schema: chargeRequest }) request: ChargeAgainRequest,
  ): Promise<ChargeAgainResponse> {
    const { installId, userId, version } = request;
    const { result, quota } = await this.holds.chargeAgain(installId, userId, version);
    return { result: charges[result], quota };
  }
}
