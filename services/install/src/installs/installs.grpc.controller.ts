import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { z } from 'zod';
import type {
  GetInstallsRequest,
  GetInstallsResponse,
  GetUserStatsRequest,
  GetUserStatsResponse,
} from '@casement/proto/gen/casement/install/v1/install_service.js';
import { userId } from '@casement/proto/http/envelope.js';
import { progressOf } from './install.mapper.js';
import { InstallsRepository } from './installs.repository.js';

const aUser = z.object({ userId });
const someInstalls = z.object({ ids: z.array(z.uuid()) });

@Controller()
export class InstallsGrpcController {
  constructor(private readonly installs: InstallsRepository) {}

  @GrpcMethod('InstallService', 'GetUserStats')
  async getUserStats(
    @Payload({ schema: aUser }) { userId }: GetUserStatsRequest,
  ): Promise<GetUserStatsResponse> {
    const counts = await this.installs.countByStatus(userId);
    const count = (...statuses: Parameters<typeof counts.get>[0][]) =>
      statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
    return {
      total: [...counts.values()].reduce((sum, n) => sum + n, 0),
      active: count('pending', 'preparing', 'running'),
      completed: count('completed'),
      failed: count('failed'),
    };
  }

  @GrpcMethod('InstallService', 'GetInstalls')
  async getInstalls(
    @Payload({ schema: someInstalls }) { ids }: GetInstallsRequest,
  ): Promise<GetInstallsResponse> {
    const rows = await this.installs.findMany(ids.slice(0, 200));
    return { installs: rows.map(toSummary) };
  }
}

function toSummary(row: Awaited<ReturnType<InstallsRepository['findMany']>>[number]) {
  const { id, userId, status } = row;
  const { phase, percent } = progressOf(row);
  return {
    id,
    userId,
    status,
    ...(phase && { phase }),
    ...(percent !== null && { percent: Math.floor(percent) }),
  };
}
