import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { z } from 'zod';
import type {
  ExportUserRequest,
  ExportUserResponse,
} from '@casement/proto/gen/casement/telegram/v1/telegram_service.js';
import { userId } from '@casement/proto/http/envelope.js';
import { MAX_EXPORT_ROWS } from '@casement/proto/limits.js';
import { LinksService } from '../chats/links.service.js';
import { toNotification } from '../notices/notices.mapper.js';
import { NoticesService } from '../notices/notices.service.js';
import { SettingsService } from '../settings/settings.service.js';

const exportRequest = z.object({ userId });

@Controller()
export class DataExportGrpcController {
  constructor(
    private readonly links: LinksService,
    private readonly settings: SettingsService,
    private readonly notices: NoticesService,
  ) {}

  @GrpcMethod('TelegramService', 'ExportUser')
  async exportUser(
    @Payload({ schema: exportRequest }) user: ExportUserRequest,
  ): Promise<ExportUserResponse> {
    const [[link], settings, notices] = await Promise.all([
      this.links.findByUsers([user.userId]),
      this.settings.list(user),
      this.notices.page(user.userId, { page: 1, pageSize: MAX_EXPORT_ROWS }),
    ]);
    return {
      json: JSON.stringify({
        telegram: link
          ? {
              id: link.telegramUserId,
              username: link.username,
              display_name: link.displayName,
              notifications_enabled: link.notificationsEnabled,
            }
          : null,
        notification_settings: settings,
        notifications: notices.rows.map(toNotification),
      }),
    };
  }
}
