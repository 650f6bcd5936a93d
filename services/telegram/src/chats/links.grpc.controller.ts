import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  GetLinksRequest,
  GetLinksResponse,
  Link,
} from '@casement/proto/gen/casement/telegram/v1/telegram_service.js';
import { MAX_IDS_PER_CALL } from '@casement/proto/limits.js';
import type { LinkEntity } from './link.entity.js';
import { LinksRepository } from './links.repository.js';

@Controller()
export class LinksGrpcController {
  constructor(private readonly links: LinksRepository) {}

  @GrpcMethod('TelegramService', 'GetLinks')
  async getLinks({ userIds }: GetLinksRequest): Promise<GetLinksResponse> {
    return { links: (await this.links.byUsers(userIds.slice(0, MAX_IDS_PER_CALL))).map(toLink) };
  }
}

const toLink = (link: LinkEntity): Link => ({
  userId: link.userId,
  telegramUserId: link.telegramUserId,
  username: link.username ?? '',
  displayName: link.displayName,
  notificationsEnabled: link.notificationsEnabled,
});
