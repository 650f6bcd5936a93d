import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { z } from 'zod';
import type {
  BatchGetUserStatsRequest,
  BatchGetUserStatsResponse,
  GetInstallsRequest,
  GetInstallsResponse,
  GetUserStatsRequest,
  GetUserStatsResponse,
} from '@casement/proto/gen/casement/install/v1/install_service.js';
import { userId } from '@casement/proto/http/envelope.js';
import { MAX_IDS_PER_CALL } from '@casement/proto/limits.js';
import { progressOf } from './install.mapper.js';
import { InstallsService } from './installs.service.js';

const aUser = z.object({ userId });
const someUsers = z.object({ userIds: z.array(userId).max(MAX_IDS_PER_CALL) });
const someInstalls = z.object({ ids: z.array(z.uuid()) });

@Controller()
export class InstallsGrpcController {
  constructor(private readonly installs: InstallsService) {}

  @GrpcMethod('InstallService', 'GetUserStats')
  async getUserStats(
    @Payload({ schema: aUser }) { userId }: GetUserStatsRequest,
  ): Promise<GetUserStatsResponse> {
    return (await this.installs.statsOf([userId]))[0]!;
  }

  @GrpcMethod('InstallService', 'BatchGetUserStats')
  async batchGetUserStats(
    @Payload({ schema: someUsers }) { userIds }: BatchGetUserStatsRequest,
  ): Promise<BatchGetUserStatsResponse> {
    return { users: await this.installs.statsOf(userIds) };
  }

  @GrpcMethod('InstallService', 'GetInstalls')
  async getInstalls(
    @Payload({ schema: someInstalls }) { ids }: GetInstallsRequest,
  ): Promise<GetInstallsResponse> {
    const rows = await this.installs.statesOf(ids.slice(0, MAX_IDS_PER_CALL));
    return { installs: rows.map(toSummary) };
  }
}

function toSummary(row: Awaited<ReturnType<InstallsService['statesOf']>>[number]) {
  const { id, userId, ip, status } = row;
  const { phase, percent } = progressOf(row);
  return {
    id,
    userId,
    ip,
    status,
    ...(phase && { phase }),
    ...(percent !== null && { percent: Math.floor(percent) }),
  };
}
