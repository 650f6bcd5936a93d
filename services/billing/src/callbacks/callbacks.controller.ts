import { Controller, Headers, HttpCode, Post, Req } from '@nestjs/common';
import type { RawBodyRequest } from '@nestjs/common';
import type { Request } from 'express';
import { PassesBlocks, Public } from '@casement/common/auth/access.decorators.js';
import { RawAnswer } from '@casement/common/http/raw-answer.decorator.js';
import { CallbacksService } from './callbacks.service.js';

@Controller('payments/tripay')
export class CallbacksController {
  constructor(private readonly service: CallbacksService) {}

  /** The gateway wants exactly this answer; anything else makes it send the callback again. */
  @Post('callback')
  @Public()
  @PassesBlocks()
  @RawAnswer('application/json')
  @HttpCode(200)
  async receive(
    @Req() request: RawBodyRequest<Request>,
    @Headers('x-callback-signature') signature?: string,
    @Headers('x-callback-event') event?: string,
  ): Promise<{ success: true }> {
    await this.service.receive({ body: request.rawBody, signature, event });
    return { success: true };
  }
}
