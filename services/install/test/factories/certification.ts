import type { CertificationReport } from '@casement/proto/http/install/windows/certifications.js';
import { check } from '@casement/windows-image/certify/checks.js';

/** Returns the report of a passed certification in the format of certify-image. */
export const aReport = (
  manifest_sha256: string,
  over: Partial<CertificationReport> = {},
): CertificationReport => ({
  format: 'casement-certification/1',
  manifest_sha256,
  verdict: 'certified',
  failure: null,
  checks: [check('NOT_CONVERTED', 'ok')],
  started_at: '2026-01-01T00:00:00.000Z',
  finished_at: '2026-01-01T00:20:00.000Z',
  machine: { accelerator: 'kvm', firmware: 'uefi', disk_size: 2 ** 35, memory_size: 2 ** 31 },
  image: { raw_size: 2 ** 34, min_disk: 2 ** 34, min_memory: 0 },
  phases: [{ name: 'writing', seconds: 61 }],
  facts: null,
  screenshots: [{ phase: 'verifying', at: '2026-01-01T00:19:00.000Z', png: 'iVBORw0KGgo=' }],
  ...over,
});

const failure = check('PORT_CLOSED', 'failed', { port: 22, why: 'refused' });

export const aFailedReport = (manifest_sha256: string): CertificationReport =>
  aReport(manifest_sha256, { verdict: 'failed', failure, checks: [failure] });
