import { readFile } from 'node:fs/promises';
import {
  certificationReport,
  type CertificationReport,
} from '@casement/proto/http/install/windows/certifications.js';
import { requireFile } from '@casement/windows-image/formats/require-file.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';

/** @throws Error if the file is not a report of certify-image */
export async function readReport(path: string): Promise<CertificationReport> {
  await requireFile(path);
  const text = await readFile(path, 'utf8');
  try {
    return certificationReport.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`${path} is not a report of certify-image.`, { cause: error });
  }
}

/** @throws ImageRefused if the report belongs to another image */
export function requireReportOf(report: CertificationReport, image: string): void {
  const { manifest_sha256: other } = report;
  if (other !== image) throw new ImageRefused('REPORT_OF_ANOTHER_IMAGE', { other, image });
}
