import { Body, Controller, Param, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { AdminOnly, Internal, Public } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type { BrandImageUpload, BrandSettings } from '@casement/proto/http/auth/brand.js';
import { brandRoutes } from '@casement/proto/http/auth/brand.routes.js';
import { internalRoutes } from '@casement/proto/http/internal.routes.js';
import { brandErrors } from './brand.errors.js';
import { BrandService } from './brand.service.js';

const FILE_NAME = /^([0-9a-f]{64})\.png$/;

@Controller()
export class BrandController {
  constructor(private readonly brand: BrandService) {}

  /** Serves a logo or favicon at the root of the site. */
  @Route(brandRoutes.brandImage)
  @Public()
  async image(
    @Param('name') name: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const hash = FILE_NAME.exec(name)?.[1];
    if (!hash) throw brandErrors.imageNotFound();
    const { png } = await this.brand.getImage(hash);
    // Set here, because @Header would also apply to a 404 response.
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    return new StreamableFile(png, { type: 'image/png', length: png.length });
  }

  /** Brand in the pages. The web server fetches it. */
  @Route(internalRoutes.brand)
  @Internal()
  async forPages() {
    return reply(await this.brand.forPages());
  }

  @Route(brandRoutes.adminBrand)
  @AdminOnly()
  async settings() {
    return reply(await this.brand.settings(), 'Brand');
  }

  @Route(brandRoutes.saveBrand)
  @AdminOnly()
  async save(@Body() settings: BrandSettings) {
    return reply(await this.brand.save(settings), 'Brand saved');
  }

  @Route(brandRoutes.addBrandImage)
  @AdminOnly()
  async addImage(@Body() { kind, png }: BrandImageUpload) {
    return reply(await this.brand.addImage(kind, Buffer.from(png, 'base64')), 'Image stored');
  }
}
