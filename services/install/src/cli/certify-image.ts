import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { CertificationReport } from '@casement/proto/http/install/windows/certifications.js';
import { reportPage } from '@casement/windows-image/certify/report-page.js';
import { FolderChunkStore } from '@casement/windows-image/store/folder-chunk-store.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import { imageTotals } from '@casement/windows-image/store/manifest.js';
import { certify, type CertifiedImage } from './certify/certify.js';
import { expectedMinutes } from './certify/duration.js';
import { hasKvm } from './certify/kvm.js';
import { readCertifyOptions, type CertifyOptions } from './certify/options.js';
import { importFile } from './import-file.js';
import { readReport, requireReportOf } from './report-file.js';
import { withVersionImage } from './version-image.js';

const MAX_BYTES = 1024 * 2 ** 30;

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => stop.abort(new Error('Stopped. No report was written.')));
}

async function main(): Promise<number> {
  const options = readCertifyOptions(process.argv.slice(2), process.env);
  const { source } = options;
  if ('slug' in source) {
    return withVersionImage(source.slug, 'certify-image', async (image) => {
      const report = options.attach
        ? await readReport(options.attach)
        : await certifyImage(image, options);
      requireReportOf(report, image.sha256);
      await image.versions.storeReport(report);
      console.log(`The version ${source.slug} keeps the report.`);
      return exitCode(report);
    });
  }
  const { file, ...needs } = source;
  const store = new FolderChunkStore(options.store);
  const folder = join(tmpdir(), `casement-certify-${randomUUID()}`);
  const image = await importFile(resolve(file), store, {
    ...needs,
    maxSize: MAX_BYTES,
    folder,
    signal: stop.signal,
  });
  return exitCode(await certifyImage({ ...image, store }, options));
}

const exitCode = ({ verdict }: CertificationReport): number => (verdict === 'certified' ? 0 : 1);

async function certifyImage(
  image: CertifiedImage,
  options: CertifyOptions,
): Promise<CertificationReport> {
  const accelerator = process.env['LAB_ACCEL'];
  const kvm = accelerator ? accelerator.startsWith('kvm') : await hasKvm();
  const { dataBytes } = imageTotals(image.manifest);
  const minutes = expectedMinutes(kvm ? 'kvm' : 'emulation', dataBytes);
  console.log(`Image ${image.sha256}`);
  if (!kvm) console.log('This computer has no KVM, so the machine is emulated.');
  console.log(`It takes about ${minutes} minutes (an estimate by the size of the image).`);
  const report = await certify(image, options, kvm, stop.signal);
  const json = resolve(options.report ?? `certification-${image.sha256.slice(0, 12)}.json`);
  const page = json.replace(/(\.json)?$/, '.html');
  await writeFile(json, `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(page, reportPage(report));
  print(report);
  console.log(`\nThe report: ${json} (import-image takes it along by --report), ${page}`);
  return report;
}

const MARKS = { ok: 'ok     ', warning: 'WARNING', failed: 'FAILED ', skipped: 'skipped' } as const;

function print({ verdict, checks }: CertificationReport): void {
  console.log(verdict === 'certified' ? '\nCertified.\n' : '\nNot certified.\n');
  for (const { code, result, message, cure } of checks) {
    console.log(`${MARKS[result]}  ${(result === 'failed' ? code : '').padEnd(17)}  ${message}`);
    if (cure) console.log(`${' '.repeat(28)}${cure}`);
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  if (error instanceof ImageRefused) console.error(error.cure);
  process.exitCode = 2;
}
