import { Injectable } from '@nestjs/common';
import { newId } from '@casement/common/data/database/new-id.js';
import { withBrand } from '@casement/common/platform/mail/mail-brand.js';
import { mailLayout } from '@casement/common/platform/mail/mail-layout.js';
import { MailTransport } from '@casement/common/platform/mail/mail-transport.js';
import { ExternalDependencies } from '@casement/common/platform/operations/external-dependencies.js';
import { BrandService } from '../brand/brand.service.js';
import { UsersService } from '../users/users.service.js';
import { mailTexts } from './texts/mail-texts.js';

/** Lets administrators test the mail server by sending a mail to their own address. */
@Injectable()
export class MailTest {
  constructor(
    dependencies: ExternalDependencies,
    users: UsersService,
    mails: MailTransport,
    brands: BrandService,
  ) {
    dependencies.add({
      name: 'mail',
      // The mail settings are required, so auth does not start without them.
      isConfigured: () => true,
      ask: async ({ userId }) => {
        const { email, emailVerifiedAt, language } = await users.get(userId);
        if (!email) throw new Error('Your account has no email address to send a test to.');
        // An unverified address may belong to another person.
        if (!emailVerifiedAt) throw new Error('Your email address is not verified yet.');
        const { title, text } = mailTexts[language].test;
        const mail = {
          to: email,
          subject: title,
          text: `${text}\n`,
          html: mailLayout(language, title, `<p>${text}</p>`),
        };
        const brand = await brands.forMails();
        return mails.send(newId(), withBrand(mail, brand), brand);
      },
    });
  }
}
