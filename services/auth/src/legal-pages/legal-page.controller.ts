import { Controller, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { currentContext } from '@casement/common/core/context/request-context.js';
import { languageOf } from '@casement/proto/language.js';
import { Public } from '@casement/common/platform/auth/access.decorators.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { legalPageName } from '@casement/proto/http/auth/legal.js';
import { legalRoutes } from '@casement/proto/http/auth/legal.routes.js';
import type { QueryOf } from '@casement/proto/http/route.js';
import { BrandService } from '../brand/brand.service.js';
import { legalPageHtml } from './legal-page-html.js';
import { LegalPagesService } from './legal-pages.service.js';

/** Serves the pages for browsers at the root of the site. */
@Controller()
@Public()
export class LegalPageController {
  constructor(
    private readonly pages: LegalPagesService,
    private readonly brand: BrandService,
  ) {}

  @Route(legalRoutes.legalPage)
  async page(
    @Param('page') name: string,
    @Query() { lang }: QueryOf<typeof legalRoutes.legalPage>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const language = languageOf(lang ?? currentContext()?.language);
    const known = legalPageName.safeParse(name);
    const [current, published, brand] = await Promise.all([
      known.success ? this.pages.findCurrent(known.data) : null,
      this.pages.published(),
      this.brand.forLegalPages(),
    ]);
    const others = published.map(({ page }) => page);
    const { html, policy } = legalPageHtml({ current, others, language, brand });
    if (!current) response.status(404);
    response.type('html');
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Vary', 'Accept-Language');
    return html;
  }
}
