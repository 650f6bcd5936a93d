import { readFile } from 'node:fs/promises';
import {
  certificationReport,
  type CertificationReport,
} from '@casement/proto/http/certifications.js';
import type { Database } from '@casement/common/data/database/database.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import { CertificationsRepository } from '../windows-versions/certifications.repository.js';

/** @throws Error where the file is no report of certify-image */
export async function readReport(path: string): Promise<CertificationReport> {
  const text = await readFile(path, 'utf8');
  try {
    return certificationReport.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`${path} is no report of certify-image.`, { cause: error });
  }
}

/** @throws ImageRefused where the report is of another image */
export function requireReportOf(report: CertificationReport, image: string): void {
  const { manifest_sha256: other } = report;
  if (other !== image) throw new ImageRefused('REPORT_OF_ANOTHER_IMAGE', { other, image });
}

/** In place of an earlier one of the same image. */
export const keepReport = (db: Database, report: CertificationReport): Promise<void> =>
  db.transaction((tx) => new CertificationsRepository(db).put(tx, report));
