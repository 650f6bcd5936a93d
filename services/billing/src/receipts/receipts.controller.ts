import { Body, Controller, Param, Query, StreamableFile } from '@nestjs/common';
import type { ReceiptLanguage, ReceiptParty } from '@casement/proto/http/billing/receipts.js';
import { receiptRoutes } from '@casement/proto/http/billing/receipts.routes.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { KeyScope, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { receiptArchive } from './receipt-archive.js';
import { receiptPdf } from './receipt-pdf.js';
import { toReceipt } from './receipts.mapper.js';
import { ReceiptsService } from './receipts.service.js';

@Controller()
@SignedIn()
export class ReceiptsController {
  constructor(private readonly service: ReceiptsService) {}

  @Route(receiptRoutes.receiptBuyer)
  async buyer(@CurrentActor() actor: Actor) {
    return reply(await this.service.buyer(actor), 'Receipt details');
  }

  @Route(receiptRoutes.updateReceiptBuyer)
  async updateBuyer(@CurrentActor() actor: Actor, @Body() body: ReceiptParty) {
    await this.service.saveBuyer(actor, body);
    return reply(null, 'Receipt details saved');
  }

  @Route(receiptRoutes.ownReceiptArchive)
  @KeyScope('topups:read')
  archive(@CurrentActor() actor: Actor, @Query() { language }: ReceiptLanguage): StreamableFile {
    return receiptArchive('receipts.zip', this.service.allOf(actor), language, this.service);
  }

  /** Declared after the fixed paths, which its path pattern would match. */
  @Route(receiptRoutes.ownReceipt)
  @KeyScope('topups:read')
  async own(@CurrentActor() actor: Actor, @Param('number') number: string) {
    return reply(toReceipt(await this.service.own(actor, number)), 'Receipt');
  }

  @Route(receiptRoutes.ownReceiptPdf)
  @KeyScope('topups:read')
  async pdf(
    @CurrentActor() actor: Actor,
    @Param('number') number: string,
    @Query() { language }: ReceiptLanguage,
  ): Promise<StreamableFile> {
    const receipt = await this.service.own(actor, number);
    const logo = await this.service.logoAt(receipt.issuedAt);
    const content = await receiptPdf(toReceipt(receipt), language, logo);
    return new StreamableFile(content, {
      type: 'application/pdf',
      length: content.length,
      disposition: `attachment; filename="${number}.pdf"`,
    });
  }
}
