import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Database } from '@casement/common/data/database/database.js';
import { EventContext } from '@casement/common/messaging/event-context.js';
import { Inbox } from '@casement/common/messaging/inbox.js';
import { OnEvent } from '@casement/common/messaging/on-event.decorator.js';
import type { RuleSwitchedOff } from '@casement/proto/gen/casement/security/v1/security_events.js';
import { UsersService } from '../users/users.service.js';
import { AdministratorMails } from './administrator-mails.js';

@Controller()
export class AdministratorMailsConsumer {
  constructor(
    private readonly db: Database,
    private readonly inbox: Inbox,
    private readonly users: UsersService,
    private readonly mails: AdministratorMails,
  ) {}

  @OnEvent('security.rule.switched-off.v1')
  async onRuleSwitchedOff(
    @Payload() { name, actorId }: RuleSwitchedOff,
    @Ctx() event: EventContext,
  ): Promise<void> {
    const [actor] = await this.users.findMany([actorId]);
    await this.db.transaction(async (tx) => {
      if (!(await this.inbox.once(tx, event.id, 'mail-administrators'))) return;
      await this.mails.add(tx, { kind: 'rule-off', rule: name, by: actor?.username ?? null });
    });
  }
}
