import { Controller } from '@nestjs/common';
import { internalRoutes } from '@casement/proto/http/internal.routes.js';
import { Internal } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { QuotesService } from './quotes.service.js';

@Controller()
export class PriceController {
  constructor(private readonly quotes: QuotesService) {}

  /** Price on the landing page. The web server fetches it for `/config.json`. */
  @Route(internalRoutes.price)
  @Internal()
  async price() {
    return reply({ price: await this.quotes.publicPrice() });
  }
}
