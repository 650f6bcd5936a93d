import type { CertificationReport } from '@casement/proto/http/install/windows/certifications.js';
import { check } from './checks.js';
import { reportPage } from './report-page.js';

const failure = check('DRIVER_MISSING', 'failed', { devices: '<script>alert(1)</script> & "x"' });
const REPORT: CertificationReport = {
  format: 'casement-certification/1',
  manifest_sha256: 'a'.repeat(64),
  verdict: 'failed',
  failure,
  checks: [check('NOT_CONVERTED', 'ok'), failure],
  started_at: '2026-01-01T00:00:00.000Z',
  finished_at: '2026-01-01T00:20:00.000Z',
  machine: { accelerator: 'emulation', firmware: 'bios', disk_size: 2 ** 32, memory_size: 2 ** 31 },
  image: { raw_size: 2 ** 30, min_disk: 2 ** 30, min_memory: 0 },
  phases: [{ name: 'writing', seconds: 61.4 }],
  facts: null,
  screenshots: [{ phase: 'starting', at: '2026-01-01T00:19:00.000Z', png: 'iVBORw0KGgo=' }],
};

describe(reportPage.name, () => {
  it('contains the results and the console, and loads no external resources', () => {
    const page = reportPage(REPORT);
    expect(page).toContain('Certification failed');
    expect(page).toContain('<img src="data:image/png;base64,iVBORw0KGgo="');
    expect(page).toContain('61 s');
    expect(page).not.toMatch(/https?:|<link|<script/);
  });

  it("shows Windows' report as text", () => {
    const page = reportPage(REPORT);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;');
  });

  it('shows a passed certification as certified', () => {
    const page = reportPage({ ...REPORT, verdict: 'certified', failure: null, checks: [] });
    expect(page).toContain('<h1>Certified</h1>');
    expect(page).not.toContain('class="failed"');
  });
});
