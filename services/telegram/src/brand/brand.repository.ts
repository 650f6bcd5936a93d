import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, one } from '@casement/common/data/database/sql.js';

const nameRow = z.object({ name: z.string() });
const brandRow = nameRow.extend({
  accent: z.string().nullable(),
  png: z.instanceof(Buffer).nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  senderName: z.string().nullable(),
});

interface PublishedBrand {
  version: number;
  name: string;
  /** `#rrggbb` or empty. `mailSenderName` may also be empty. */
  accent: string;
  logo: { png: Buffer; width: number; height: number } | null;
  mailSenderName: string;
}

@Injectable()
export class BrandRepository {
  constructor(private readonly db: Database) {}

  async name(tx: EntityManager): Promise<string> {
    return (await one(tx, nameRow, 'SELECT name FROM brand')).name;
  }

  find(): Promise<z.output<typeof brandRow>> {
    return one(
      this.db.manager,
      brandRow,
      `SELECT name, accent, logo_png AS png, logo_width AS width, logo_height AS height,
              mail_sender_name AS "senderName" FROM brand`,
    );
  }

  /** Ignores repeated and overtaken versions. */
  async save({ version, name, accent, logo, mailSenderName }: PublishedBrand): Promise<void> {
    await execute(
      this.db.manager,
      `UPDATE brand SET version = $1, name = $2, accent = nullif($3, ''), logo_png = $4,
              logo_width = $5, logo_height = $6, mail_sender_name = nullif($7, '')
        WHERE version < $1`,
      [
        version,
        name,
        accent,
        logo?.png ?? null,
        logo?.width ?? null,
        logo?.height ?? null,
        mailSenderName,
      ],
    );
  }
}
