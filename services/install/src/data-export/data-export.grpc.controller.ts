import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { z } from 'zod';
import type {
  ExportUserRequest,
  ExportUserResponse,
} from '@casement/proto/gen/casement/install/v1/install_service.js';
import { userId } from '@casement/proto/http/envelope.js';
import { MAX_EXPORT_ROWS } from '@casement/proto/limits.js';
import { InstallMapper } from '../installs/install.mapper.js';
import { InstallsService } from '../installs/installs.service.js';
import { ScriptsService } from '../scripts/scripts.service.js';
import { toWebhook } from '../webhooks/webhooks.mapper.js';
import { WebhooksService } from '../webhooks/webhooks.service.js';

const exportRequest = z.object({ userId });

@Controller()
export class DataExportGrpcController {
  constructor(
    private readonly installs: InstallsService,
    private readonly mapper: InstallMapper,
    private readonly webhooks: WebhooksService,
    private readonly scripts: ScriptsService,
  ) {}

  @GrpcMethod('InstallService', 'ExportUser')
  async exportUser(
    @Payload({ schema: exportRequest }) user: ExportUserRequest,
  ): Promise<ExportUserResponse> {
    const [installs, webhooks, scripts] = await Promise.all([
      this.installs.list(user, {
        page: 1,
        pageSize: MAX_EXPORT_ROWS,
        status: 'all',
        search: '',
      }),
      this.webhooks.list(user),
      // The contents are left out because they may have passwords.
      this.scripts.listOf(user.userId),
    ]);
    return {
      json: JSON.stringify({
        installs: await this.mapper.records(installs.rows),
        webhooks: webhooks.map(toWebhook),
        scripts,
      }),
    };
  }
}
