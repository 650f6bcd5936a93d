import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { z } from 'zod';
import type {
  GetBalancesRequest,
  GetBalancesResponse,
} from '@casement/proto/gen/casement/billing/v1/billing_service.js';
import { MAX_IDS_PER_CALL } from '@casement/proto/limits.js';
import { LedgerService } from './ledger.service.js';

const balancesRequest = z.object({ userIds: z.array(z.uuid()).max(MAX_IDS_PER_CALL) });

@Controller()
export class BalancesGrpcController {
  constructor(private readonly ledger: LedgerService) {}

  @GrpcMethod('BillingService', 'GetBalances')
  async getBalances(
    @Payload({ schema: balancesRequest }) request: GetBalancesRequest,
  ): Promise<GetBalancesResponse> {
    return { balances: await this.ledger.balances(request.userIds) };
  }
}
