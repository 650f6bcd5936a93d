import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import {
  certificationReport,
  type CertificationReport,
} from '@casement/proto/http/install/windows/certifications.js';
import { Database } from '@casement/common/data/database/database.js';
import { execute, row } from '@casement/common/data/database/sql.js';

const reportRow = z.object({ report: z.string() });

@Injectable()
export class CertificationsRepository {
  constructor(private readonly db: Database) {}

  /** Replaces an earlier report of the same image. */
  async upsert(tx: EntityManager, report: CertificationReport): Promise<void> {
    await execute(
      tx,
      `INSERT INTO image_certification (manifest_sha256, verdict, code, message, finished_at, report)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (manifest_sha256) DO UPDATE
         SET verdict = excluded.verdict, code = excluded.code, message = excluded.message,
             finished_at = excluded.finished_at, report = excluded.report, attached_at = now()`,
      [
        report.manifest_sha256,
        report.verdict,
        report.failure?.code ?? null,
        report.failure?.message ?? null,
        report.finished_at,
        JSON.stringify(report),
      ],
    );
  }

  async find(manifestSha256: string): Promise<CertificationReport | null> {
    const found = await row(
      this.db.manager,
      reportRow,
      `SELECT report FROM image_certification WHERE manifest_sha256 = $1`,
      [manifestSha256],
    );
    return found && certificationReport.parse(JSON.parse(found.report));
  }
}
