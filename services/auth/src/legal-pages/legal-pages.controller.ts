import { Body, Controller, Param, Query } from '@nestjs/common';
import { AdminOnly, Public, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type {
  AcceptTermsRequest,
  LegalDraft,
  LegalPageForAdmin,
  LegalPageName,
  LegalPreviewRequest,
} from '@casement/proto/http/auth/legal.js';
import { legalRoutes } from '@casement/proto/http/auth/legal.routes.js';
import { withProductName } from '@casement/proto/texts/product-name.js';
import type { QueryOf } from '@casement/proto/http/route.js';
import { BrandService } from '../brand/brand.service.js';
import { textIn, toLegalDraft, toLegalTexts, toPublishedPage } from './legal-pages.mapper.js';
import { LegalPagesService } from './legal-pages.service.js';
import { renderMarkdown } from './markdown.js';
import { en } from './templates/en.js';
import { id } from './templates/id.js';

@Controller()
export class LegalPagesController {
  constructor(
    private readonly pages: LegalPagesService,
    private readonly brand: BrandService,
  ) {}

  @Route(legalRoutes.legalPages)
  @Public()
  async published() {
    return reply((await this.pages.published()).map(toPublishedPage), 'Legal pages');
  }

  @Route(legalRoutes.legalPageContent)
  @Public()
  async content(
    @Param('page') page: LegalPageName,
    @Query() { lang }: QueryOf<typeof legalRoutes.legalPageContent>,
  ) {
    const current = await this.pages.getCurrent(page);
    const { version, publishedAt } = current;
    const published = toPublishedPage({ page, version, publishedAt: publishedAt! });
    return reply({ ...published, html: renderMarkdown(textIn(current, lang)) }, 'Legal page');
  }

  @Route(legalRoutes.acceptTerms)
  @SignedIn()
  async accept(@CurrentActor() { userId }: Actor, @Body() { version }: AcceptTermsRequest) {
    await this.pages.acceptTerms(userId, version);
    return reply(null, 'Terms accepted');
  }

  @Route(legalRoutes.adminLegalPage)
  @AdminOnly()
  async forAdmin(@Param('page') page: LegalPageName) {
    const { draft, versions } = await this.pages.forAdmin(page);
    const { name } = await this.brand.get();
    const data: LegalPageForAdmin = {
      page,
      draft: draft && toLegalDraft(draft),
      versions: versions.map((version) => ({
        ...toLegalDraft(version),
        version: version.version,
        published_at: version.publishedAt!.toISOString(),
      })),
      template_en: withProductName(en[page], name),
      template_id: withProductName(id[page], name),
    };
    return reply(data, 'Legal page');
  }

  @Route(legalRoutes.saveLegalDraft)
  @AdminOnly()
  async saveDraft(@Param('page') page: LegalPageName, @Body() draft: LegalDraft) {
    await this.pages.saveDraft(page, toLegalTexts(draft));
    return reply(null, 'Draft saved');
  }

  @Route(legalRoutes.publishLegalPage)
  @AdminOnly()
  async publish(@Param('page') page: LegalPageName, @Body() draft: LegalDraft) {
    const published = await this.pages.publish(page, toLegalTexts(draft));
    return reply(toPublishedPage(published), 'Page published');
  }

  @Route(legalRoutes.previewLegalPage)
  @AdminOnly()
  preview(@Body() { text }: LegalPreviewRequest) {
    return reply({ html: renderMarkdown(text) }, 'Preview');
  }
}
