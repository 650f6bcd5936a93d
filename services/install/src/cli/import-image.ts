import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { EntityManager } from 'typeorm';
import { windowsVersionRequest } from '@casement/proto/http/windows-versions.js';
import { loadConfig } from '@casement/common/core/config/load-config.js';
import { createDataSource } from '@casement/common/data/database/data-source.js';
import { Database } from '@casement/common/data/database/database.js';
import { HeldLease } from '@casement/common/data/jobs/held-lease.js';
import { workerName } from '@casement/common/data/jobs/lease-worker.js';
import { LeaseLost } from '@casement/common/data/jobs/lease.js';
import { InstallConfig } from '../config.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import type { ImportedImage } from '@casement/windows-image/import/import-raw.js';
import { imageStore, importTempFolder, maxImageBytes } from '../folders.js';
import { ImageJobEntity } from '../images/image-job.entity.js';
import { ImageJobLeases } from '../images/image-job-leases.js';
import { ImageJobsRepository } from '../images/image-jobs.repository.js';
import { WindowsVersionEntity } from '../windows-versions/windows-version.entity.js';
import { WindowsVersionsRepository } from '../windows-versions/windows-versions.repository.js';
import { CertificationsRepository } from '../windows-versions/certifications.repository.js';
import { importFile } from './import-file.js';
import { readReport, requireReportOf } from './report-file.js';
import { readSize } from './size.js';

const USAGE = `usage: import-image FILE --slug SLUG --name NAME [--min-memory SIZE] [--min-disk SIZE] [--sha256 HASH] [--handshake-only]
                    [--report FILE.json]
FILE is raw, VHD or QCOW2, bare or compressed by gzip, xz or zstd; sizes are like 512M or 4G.
--handshake-only: of a Windows without Network Level Authentication; an install ends without a try of the password
--report: of certify-image, for this very image; the version then shows whether it is certified`;

/** How long a collection of unneeded chunks may keep the command waiting. */
const MAX_WAIT_SECONDS = 600;

/**
 * Imports a disk image into the image store and makes it a Windows version that customers can choose.
 * Doing it again replaces the version's image; installs under way keep the one they began with.
 */
async function main(): Promise<void> {
  const request = await readRequest();
  const config = loadConfig(InstallConfig, process.env);
  const source = await createDataSource({
    url: config.DATABASE_URL,
    applicationName: 'import-image',
    entities: [ImageJobEntity, WindowsVersionEntity],
  }).initialize();
  try {
    const db = new Database(source);
    const { name, slug, report } = request;
    const { sha256, manifest } = await whileHeld(db, config, request.file, {
      work: async (signal) => {
        const image = await importRequested(request, config, signal);
        if (report) requireReportOf(report, image.sha256);
        return image;
      },
      store: async (tx, image) => {
        const version = { name, slug, manifestSha256: image.sha256 };
        await new WindowsVersionsRepository(db).upsertWithImage(tx, version);
        if (report) await new CertificationsRepository(db).put(tx, report);
      },
    });
    const size = Math.round(manifest.rawSize / 2 ** 20);
    process.stdout.write(`\n${name} (${slug}): ${size} MiB, manifest ${sha256}\n`);
    if (report) process.stdout.write(`${report.verdict}, ${report.finished_at}\n`);
  } finally {
    await source.destroy();
  }
}

async function readRequest() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      slug: { type: 'string' },
      name: { type: 'string' },
      'min-memory': { type: 'string' },
      'min-disk': { type: 'string' },
      sha256: { type: 'string' },
      'handshake-only': { type: 'boolean', default: false },
      report: { type: 'string' },
    },
  });
  const [file] = positionals;
  if (!file) throw new Error(USAGE);
  // The same rules as in the administrators' form: what is stored here is chosen and searched for there.
  const version = windowsVersionRequest.safeParse({ name: values.name, slug: values.slug });
  if (!version.success) {
    const problems = version.error.issues.map(({ message }) => message);
    throw new Error(`${problems.join('\n')}\n${USAGE}`);
  }
  const { 'min-memory': memory, 'min-disk': disk, sha256 } = values;
  return {
    ...version.data,
    file: resolve(file),
    ...(sha256 && { sha256 }),
    ...(memory && { minMemory: readSize('min-memory', memory) }),
    ...(disk && { minDisk: readSize('min-disk', disk) }),
    handshakeOnly: values['handshake-only'],
    report: values.report ? await readReport(values.report) : null,
  };
}

type Request = Awaited<ReturnType<typeof readRequest>>;

function importRequested(
  { file, sha256, minMemory, minDisk, handshakeOnly }: Request,
  config: InstallConfig,
  signal: AbortSignal,
): Promise<ImportedImage> {
  return importFile(file, imageStore(config).forJob(signal), {
    maxSize: maxImageBytes(config),
    folder: join(importTempFolder(config), randomUUID()),
    signal,
    handshakeOnly,
    ...(sha256 && { sha256 }),
    ...(minMemory !== undefined && { minMemory }),
    ...(minDisk !== undefined && { minDisk }),
  });
}

/**
 * Keeps the service from deleting, as unneeded, what `work` stores. Its result counts by `store`, in the transaction
 * that ends the job: not where the lease was lost meanwhile, for then a collection may have run.
 */
async function whileHeld<T>(
  db: Database,
  config: InstallConfig,
  source: string,
  {
    work,
    store,
  }: {
    work: (signal: AbortSignal) => Promise<T>;
    store: (tx: EntityManager, result: T) => Promise<void>;
  },
): Promise<T> {
  const jobs = new ImageJobsRepository(db);
  const table = new ImageJobLeases(db, config.INSTALL_LEASE_SECONDS);
  const lease = await claimFor(table, source);
  try {
    const result = await work(lease.signal);
    await db.transaction(async (tx) => {
      if (!(await jobs.end(tx, lease, null))) throw new LeaseLost(lease.id);
      await store(tx, result);
      await jobs.collect(tx);
    });
    return result;
  } catch (error) {
    const refused = error instanceof ImageRefused ? error : new ImageRefused('UNEXPECTED');
    const { code, message, cure } = refused;
    await db.transaction((tx) => jobs.end(tx, lease, { code, message, cure }));
    throw error;
  } finally {
    lease.end();
  }
}

async function claimFor(table: ImageJobLeases, source: string): Promise<HeldLease<ImageJobEntity>> {
  for (let waited = 0; waited <= MAX_WAIT_SECONDS; waited++) {
    const claimedAt = performance.now();
    const lease = await table.claimForCommand(workerName(), source);
    if (lease) return new HeldLease(table, lease, claimedAt);
    await wait(1_000);
  }
  throw new Error('The image store is busy; try again.');
}

try {
  await main();
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  const cure = error instanceof ImageRefused ? ` ${error.cure}` : '';
  process.stderr.write(`${text}${cure}\n`);
  process.exit(1);
}
