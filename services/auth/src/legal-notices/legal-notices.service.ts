import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { AuthConfig } from '../config.js';
import { LegalPagesService } from '../legal-pages/legal-pages.service.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { newTermsMail } from './new-terms-mail.js';

const INTERVAL_MS = 60_000;
const BATCH = 200;

/** Mails the owners of API keys about terms that ask for acceptance, because they may never open a page that asks. */
@Injectable()
export class LegalNoticesService {
  readonly job;

  constructor(
    private readonly config: AuthConfig,
    private readonly db: Database,
    private readonly pages: LegalPagesService,
    private readonly apiKeys: ApiKeysService,
    private readonly mails: MailOutbox,
    jobs: Jobs,
  ) {
    this.job = jobs.every('terms-mails', INTERVAL_MS, async (stop) => {
      while (!stop.aborted && (await this.mailBatch()));
    });
  }

  /** Adds the mails of a batch and its progress in one transaction. @returns whether there may be more */
  private mailBatch(): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const terms = await this.pages.findWithDueMails(tx);
      if (!terms) return false;
      const owners = await this.apiKeys.findOwnersAfter(tx, terms.mailedUpTo!, BATCH);
      for (const owner of owners) {
        const change = owner.language === 'id' ? terms.changeId : terms.changeEn;
        const mail = newTermsMail(this.config.PUBLIC_URL, owner, {
          publishedAt: terms.publishedAt!,
          change,
        });
        await this.mails.addTo(tx, owner, { kind: 'new-terms', ...mail });
      }
      await this.pages.setMailedUpTo(tx, terms, owners.at(-1)?.id ?? null);
      return true;
    });
  }
}
