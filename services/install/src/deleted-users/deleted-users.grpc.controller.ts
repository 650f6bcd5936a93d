import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { z } from 'zod';
import type {
  CloseUserRequest,
  CloseUserResponse,
  ReopenUserRequest,
  ReopenUserResponse,
} from '@casement/proto/gen/casement/install/v1/install_service.js';
import { userId } from '@casement/proto/http/envelope.js';
import { DeletedUsersService } from './deleted-users.service.js';

const deletion = z.object({ userId, deletionId: z.uuid() });

@Controller()
export class DeletedUsersGrpcController {
  constructor(private readonly service: DeletedUsersService) {}

  @GrpcMethod('InstallService', 'CloseUser')
  async closeUser(
    @Payload({ schema: deletion }) request: CloseUserRequest,
  ): Promise<CloseUserResponse> {
    return { active: await this.service.close(request.userId, request.deletionId) };
  }

  @GrpcMethod('InstallService', 'ReopenUser')
  async reopenUser(
    @Payload({ schema: deletion }) request: ReopenUserRequest,
  ): Promise<ReopenUserResponse> {
    return { open: await this.service.reopen(request.userId, request.deletionId) };
  }
}
