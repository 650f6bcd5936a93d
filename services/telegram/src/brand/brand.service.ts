import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { MailBrand } from '@casement/common/platform/mail/mail-brand.js';
import { Database } from '@casement/common/data/database/database.js';
import { execute, one } from '@casement/common/data/database/sql.js';
import type { BrandChanged } from '@casement/proto/gen/casement/auth/v1/auth_events.js';

const nameRow = z.object({ name: z.string() });
const brandRow = nameRow.extend({
  accent: z.string().nullable(),
  png: z.instanceof(Buffer).nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  senderName: z.string().nullable(),
});

/** Copy of the brand, which auth owns. Casement until auth publishes another one. */
@Injectable()
export class BrandService {
  constructor(private readonly db: Database) {}

  async name(tx: EntityManager): Promise<string> {
    return (await one(tx, nameRow, 'SELECT name FROM brand')).name;
  }

  async forMails(): Promise<MailBrand> {
    const { name, accent, senderName, png, width, height } = await one(
      this.db.manager,
      brandRow,
      `SELECT name, accent, logo_png AS png, logo_width AS width, logo_height AS height,
              mail_sender_name AS "senderName" FROM brand`,
    );
    const logo = png && width && height ? { png, width, height } : null;
    return { name, accent, senderName, logo };
  }

  /** Ignores repeated and overtaken events, so no inbox is needed. */
  async apply({ version, name, accent, logo, mailSenderName }: BrandChanged): Promise<void> {
    await execute(
      this.db.manager,
      `UPDATE brand SET version = $1, name = $2, accent = nullif($3, ''), logo_png = $4,
              logo_width = $5, logo_height = $6, mail_sender_name = nullif($7, '')
        WHERE version < $1`,
      [
        version,
        name,
        accent,
        logo ? Buffer.from(logo.png, 'base64') : null,
        logo?.width ?? null,
        logo?.height ?? null,
        mailSenderName,
      ],
    );
  }
}
