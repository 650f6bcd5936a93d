import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  GetLinksRequest,
  GetLinksResponse,
} from '@casement/proto/gen/casement/telegram/v1/telegram_service.js';
import { MAX_IDS_PER_CALL } from '@casement/proto/limits.js';
import { LinksService } from './links.service.js';

@Controller()
export class LinksGrpcController {
  constructor(private readonly links: LinksService) {}

  @GrpcMethod('TelegramService', 'GetLinks')
  async getLinks({ userIds }: GetLinksRequest): Promise<GetLinksResponse> {
    const links = await this.links.findByUsers(userIds.slice(0, MAX_IDS_PER_CALL));
    return {
      links: links.map((link) => ({
        userId: link.userId,
        telegramUserId: link.telegramUserId,
        username: link.username ?? '',
        displayName: link.displayName,
        notificationsEnabled: link.notificationsEnabled,
      })),
    };
  }
}
