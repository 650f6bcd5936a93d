import { Controller, Param, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { billingRoutes } from '@casement/proto/http/billing/billing.routes.js';
import { Public } from '@casement/common/platform/auth/access.decorators.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { productErrors } from './products.errors.js';
import { ProductsService } from './products.service.js';

const NAME = /^([0-9a-f]{64})\.webp$/;

/**
 * Serves product images publicly at the root of the site. The file name is the hash of the content, so responses are
 * immutable.
 */
@Controller()
@Public()
export class UploadsController {
  constructor(private readonly service: ProductsService) {}

  @Route(billingRoutes.upload)
  async get(
    @Param('name') name: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const hash = NAME.exec(name)?.[1];
    if (!hash) throw productErrors.uploadNotFound();
    const { content } = await this.service.getImage(hash);
    // Set here, because @Header would also apply to a 404 response.
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    return new StreamableFile(content, { type: 'image/webp', length: content.length });
  }
}
