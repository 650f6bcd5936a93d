import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, row } from '@casement/common/data/database/sql.js';

const logoRow = z.object({ version: z.number(), png: z.instanceof(Buffer).nullable() });

/**
 * Logos of the brand, which auth owns. Earlier ones are kept, because a receipt shows the logo of its time of issue:
 * the same receipt is always the same file.
 */
@Injectable()
export class ReceiptLogosRepository {
  constructor(private readonly db: Database) {}

  /** @returns PNG file; `null` if the brand had no logo */
  async at(issuedAt: Date): Promise<Buffer | null> {
    const logo = await row(
      this.db.manager,
      logoRow,
      'SELECT version, png FROM receipt_logo WHERE since <= $1 ORDER BY since DESC LIMIT 1',
      [issuedAt],
    );
    return logo?.png ?? null;
  }

  /** Ignores repeated and overtaken versions. */
  async save(version: number, png: Buffer | null): Promise<void> {
    await this.db.transaction(async (tx) => {
      await execute(tx, 'LOCK TABLE receipt_logo IN SHARE ROW EXCLUSIVE MODE');
      const current = await row(
        tx,
        logoRow,
        'SELECT version, png FROM receipt_logo ORDER BY since DESC LIMIT 1',
      );
      if (current && current.version >= version) return;
      const isSame = png === null ? !current?.png : current?.png?.equals(png);
      await execute(
        tx,
        isSame
          ? 'UPDATE receipt_logo SET version = $1 WHERE since = (SELECT max(since) FROM receipt_logo)'
          : 'INSERT INTO receipt_logo (since, version, png) VALUES (clock_timestamp(), $1, $2)',
        isSame ? [version] : [version, png],
      );
    });
  }
}
