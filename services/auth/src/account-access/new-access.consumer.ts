import { addressText } from '@casement/proto/http/install/address-text.js';
import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { EventContext } from '@casement/common/messaging/event-context.js';
import { Inbox } from '@casement/common/messaging/inbox.js';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import type { ApiKeyCreated } from '@casement/proto/gen/casement/auth/v1/auth_events.js';
import type {
  DesktopOpened,
  PasswordReset,
  WebhookCreated,
} from '@casement/proto/gen/casement/install/v1/install_events.js';
import type { LinkCreated } from '@casement/proto/gen/casement/telegram/v1/telegram_events.js';
import { AuthConfig } from '../config.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { UsersService } from '../users/users.service.js';
import { accessChangeMail, type AccessChange } from './access-change-mail.js';

/**
 * Mails the owner of an account about new access that outlives a session. Uses only mail, because an intruder could
 * redirect Telegram messages or switch off notices.
 */
@Controller()
export class NewAccessConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly users: UsersService,
    private readonly throttle: ThrottleService,
    private readonly mails: MailOutbox,
    private readonly config: AuthConfig,
  ) {}

  @OnEvent('auth.api-key.created.v1')
  onApiKey(@Payload() { userId, name }: ApiKeyCreated, @Ctx() event: EventContext): Promise<void> {
    return this.mail(event, userId, { kind: 'api-key', name });
  }

  @OnEvent('install.webhook.created.v1')
  onWebhook(
    @Payload() { userId, host }: WebhookCreated,
    @Ctx() event: EventContext,
  ): Promise<void> {
    return this.mail(event, userId, { kind: 'webhook', host });
  }

  @OnEvent('telegram.link.created.v1')
  onTelegram(@Payload() { userId }: LinkCreated, @Ctx() event: EventContext): Promise<void> {
    return this.mail(event, userId, { kind: 'telegram' });
  }

  @OnEvent('install.desktop.opened.v1')
  onDesktop(
    @Payload() { userId, ip, rdpPort }: DesktopOpened,
    @Ctx() event: EventContext,
  ): Promise<void> {
    return this.mail(event, userId, { kind: 'desktop', ip: addressText(ip, rdpPort) });
  }

  @OnEvent('install.password.reset.v1')
  onPasswordReset(
    @Payload() { userId, ip, rdpPort }: PasswordReset,
    @Ctx() event: EventContext,
  ): Promise<void> {
    return this.mail(event, userId, { kind: 'windows-password', ip: addressText(ip, rdpPort) });
  }

  private async mail(event: EventContext, userId: string, access: AccessChange): Promise<void> {
    const [user] = await this.users.findMany([userId]);
    if (!user || user.deletingSince) return;
    await this.inbox.once(event.id, 'mail-new-access', async (tx) => {
      if ((await this.throttle.tryTake(LIMITS.accessMails, userId, tx)) !== undefined) return;
      const content = accessChangeMail(this.config.PUBLIC_URL, user, access, event.occurredAt);
      await this.mails.addTo(tx, user, { kind: 'new-access', ...content });
    });
  }
}
