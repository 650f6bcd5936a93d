import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { LegalPagesModule } from '../legal-pages/legal-pages.module.js';
import { MailModule } from '../mail/mail.module.js';
import { LegalNoticesService } from './legal-notices.service.js';

@Module({
  imports: [ApiKeysModule, LegalPagesModule, MailModule],
  providers: [LegalNoticesService],
})
export class LegalNoticesModule {}
