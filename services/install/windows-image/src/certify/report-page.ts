import { escapeHtml } from '@casement/common/core/html/escape-html.js';
import type {
  CertificationCheck,
  CertificationReport,
  CertificationResult,
} from '@casement/proto/http/install/windows/certifications.js';
import { bytesText } from '../text.js';

const MARKS: Record<CertificationResult, string> = {
  ok: 'passed',
  warning: 'warning',
  failed: 'failed',
  skipped: 'not reached',
};

const STYLE = `
:root { color-scheme: light dark; --line: #8886; --ok: #18794e; --warning: #946300; --failed: #c62a2f; }
@media (prefers-color-scheme: dark) { :root { --ok: #4cc38a; --warning: #f1a10d; --failed: #ff6369; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); }
th { font-weight: 600; white-space: nowrap; }
code { overflow-wrap: anywhere; }
.ok { color: var(--ok); } .warning { color: var(--warning); } .failed { color: var(--failed); }
figure { margin: 1rem 0; } img { max-width: 100%; border: 1px solid var(--line); background: #000; }
`;

/** Renders the report as a self-contained page without external resources. */
export function reportPage(report: CertificationReport): string {
  const { verdict, failure, checks, machine, image } = report;
  const title = verdict === 'certified' ? 'Certified' : 'Certification failed';
  const outcome = failure
    ? `<p class="failed">${escapeHtml(`${failure.code}: ${failure.message}`)}<br>${escapeHtml(failure.cure ?? '')}</p>`
    : '<p class="ok">A test VPS was converted with this image, and its Windows has all that an install needs.</p>';
  const facts: [string, string][] = [
    ['Image (SHA-256 of its manifest)', report.manifest_sha256],
    ['Size of the image', bytesText(image.raw_size)],
    ['Firmware', machine.firmware.toUpperCase()],
    [
      'Test VPS',
      `${bytesText(machine.memory_size)} of memory, a disk of ${bytesText(machine.disk_size)}, ` +
        (machine.accelerator === 'kvm' ? 'KVM' : 'emulated'),
    ],
    ['Began', report.started_at],
    ['Ended', report.finished_at],
    ...report.phases.map(({ name, seconds }): [string, string] => [
      name,
      `${Math.round(seconds)} s`,
    ]),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>${title}: ${report.manifest_sha256.slice(0, 12)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${outcome}
<h2>What was looked at</h2>
<table>${checks.map(row).join('')}</table>
<h2>The certification</h2>
<table>${facts.map(([name, value]) => `<tr><th>${escapeHtml(name)}</th><td><code>${escapeHtml(value)}</code></td></tr>`).join('')}</table>
${report.facts ? `<h2>What Windows said</h2>\n<pre>${escapeHtml(JSON.stringify(report.facts, null, 2))}</pre>` : ''}
<h2>The console</h2>
${report.screenshots.map(figure).join('\n') || '<p>There is no screenshot.</p>'}
</body>
</html>
`;
}

const row = ({ code, result, message, cure }: CertificationCheck): string =>
  `<tr><th class="${result}">${MARKS[result]}</th><td>${escapeHtml(message)}${cure ? `<br>${escapeHtml(cure)}` : ''}</td>` +
  `<td>${result === 'failed' ? `<code>${escapeHtml(code)}</code>` : ''}</td></tr>`;

const figure = ({ phase, at, png }: CertificationReport['screenshots'][number]): string =>
  `<figure><img src="data:image/png;base64,${png}" alt="The console while ${escapeHtml(phase)}">` +
  `<figcaption>${escapeHtml(phase)}, ${at}</figcaption></figure>`;
