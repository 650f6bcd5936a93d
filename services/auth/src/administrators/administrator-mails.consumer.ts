import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { EventContext } from '@casement/common/messaging/event-context.js';
import { Inbox } from '@casement/common/messaging/inbox.js';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import type { ProductPriced } from '@casement/proto/gen/casement/billing/v1/billing_events.js';
import type { RuleSwitchedOff } from '@casement/proto/gen/casement/security/v1/security_events.js';
import { UsersService } from '../users/users.service.js';
import type { AdministratorChange } from './administrator-mail.js';
import { AdministratorMails } from './administrator-mails.js';

@Controller()
export class AdministratorMailsConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly users: UsersService,
    private readonly mails: AdministratorMails,
  ) {}

  @OnEvent('security.rule.switched-off.v1')
  async onRuleSwitchedOff(
    @Payload() { name, actorId }: RuleSwitchedOff,
    @Ctx() event: EventContext,
  ): Promise<void> {
    await this.mailOnce(event, { kind: 'rule-off', rule: name, by: await this.nameOf(actorId) });
  }

  @OnEvent('billing.product.priced.v1')
  async onProductPriced(
    @Payload() { name, oldPriceSen, priceSen, actorId }: ProductPriced,
    @Ctx() event: EventContext,
  ): Promise<void> {
    const by = await this.nameOf(actorId);
    await this.mailOnce(event, { kind: 'priced', product: name, oldPriceSen, priceSen, by });
  }

  private async nameOf(userId: string): Promise<string | null> {
    const [user] = await this.users.findMany([userId]);
    return user?.username ?? null;
  }

  private async mailOnce(event: EventContext, change: AdministratorChange): Promise<void> {
    await this.inbox.once(event.id, 'mail-administrators', (tx) => this.mails.add(tx, change));
  }
}
