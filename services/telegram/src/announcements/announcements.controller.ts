import { Body, Controller, Param } from '@nestjs/common';
import { AdminOnly, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type {
  Announcement,
  AnnouncementRequest,
} from '@casement/proto/http/telegram/announcements.js';
import { telegramRoutes } from '@casement/proto/http/telegram/telegram.routes.js';
import type { AnnouncementEntity } from './announcement.entity.js';
import { AnnouncementsService } from './announcements.service.js';

@Controller()
export class AnnouncementsController {
  constructor(private readonly announcements: AnnouncementsService) {}

  @Route(telegramRoutes.announcements)
  @SignedIn()
  async current() {
    return reply((await this.announcements.current()).map(toAnnouncement), 'Announcements');
  }

  @Route(telegramRoutes.adminAnnouncements)
  @AdminOnly()
  async list() {
    return reply((await this.announcements.list()).map(toAnnouncement), 'Announcements');
  }

  @Route(telegramRoutes.saveAnnouncement)
  @AdminOnly()
  async save(@Param('id') id: string, @Body() body: AnnouncementRequest) {
    const announcement = {
      id,
      kind: body.kind,
      textEn: body.text_en,
      textId: body.text_id,
      startsAt: new Date(body.starts_at),
      endsAt: new Date(body.ends_at),
    };
    await this.announcements.save(announcement);
    return reply(toAnnouncement(announcement), 'Announcement saved');
  }

  @Route(telegramRoutes.removeAnnouncement)
  @AdminOnly()
  async remove(@Param('id') id: string) {
    await this.announcements.remove(id);
    return reply(null, 'Announcement deleted');
  }
}

const toAnnouncement = (row: AnnouncementEntity): Announcement => ({
  id: row.id,
  kind: row.kind,
  text_en: row.textEn,
  text_id: row.textId,
  starts_at: row.startsAt.toISOString(),
  ends_at: row.endsAt.toISOString(),
});
