import { Controller, Param } from '@nestjs/common';
import { desktopRoutes } from '@casement/proto/http/install/desktops/desktops.routes.js';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { toOwnDesktop } from './desktops.mapper.js';
import { DesktopTicketsService } from './desktop-tickets.service.js';

/** Accepts no API keys because a desktop is for a person at a browser. */
@Controller()
@SignedIn()
export class DesktopsController {
  constructor(private readonly tickets: DesktopTicketsService) {}

  @Route(desktopRoutes.ownDesktops)
  async list(@CurrentActor() actor: Actor) {
    return reply((await this.tickets.open(actor)).map(toOwnDesktop), 'Desktops');
  }

  /** The ticket opens the WebSocket `/api/desktop` once, within 30 seconds. */
  @Route(desktopRoutes.openDesktop)
  async open(@CurrentActor() actor: Actor, @Param('id') id: string) {
    return reply(await this.tickets.issue(actor, id), 'Desktop ticket');
  }
}
