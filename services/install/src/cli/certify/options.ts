import { parseArgs } from 'node:util';
import { readSize } from '../size.js';

const USAGE = `usage: certify-image FILE [option...]           a file: raw, VHD or QCOW2, optionally compressed
       certify-image --slug SLUG [option...]    the image of a Windows version, which keeps the report
       certify-image --slug SLUG --attach FILE.json
                                                attaches a report of the same image that was written elsewhere
Converts the lab's VPS (deploy/lab) with an image, signs in to the resulting Windows and reads its settings: name, address,
size of C:, devices without a driver, licence, lockout, and which settings of a customer it took over. Writes a JSON report and an HTML page with screenshots of the console.
Exit code: 0 certified, 1 not certified, 2 the test could not be run.
  --report FILE.json       path of the report                        (certification-HASH.json)
  --min-memory SIZE, --min-disk SIZE, --handshake-only
                           only with a file: the same values as for import-image, because they are part of the image
  --guard                  installs the boot guard and checks that Windows starts behind it and removes it
  --memory SIZE            memory of the VPS                         (2G, or what the image needs)
  --address ADDRESS        address of the VPS on this computer       (127.0.0.12)
  --port N                 22 or 2222                                (22 for root, else 2222)
  --limit NAME=SECONDS     changes a time limit, see convert --help
  --store DIR              chunk store into which a file is imported (.data/lab/images)
  --toolkit DIR            output of services/install/engine/toolkit (.data/toolkit)
Without KVM the machine is emulated, which takes much longer. LAB_ACCEL=kvm or LAB_ACCEL=tcg,thread=multi overrides the choice.`;

type CertifySource =
  { slug: string } | { file: string; minMemory?: number; minDisk?: number; handshakeOnly: boolean };

export interface CertifyOptions {
  source: CertifySource;
  report: string | null;
  /** Path of a report to attach instead of certifying. */
  attach: string | null;
  /** Whether the disk gets a boot guard. */
  guard: boolean;
  /** Bytes. `null` uses the minimum of the image. */
  memory: number | null;
  address: string;
  port: number;
  limit: string[];
  store: string;
  toolkit: string;
}

/** @throws Error with a message for the terminal */
export function readCertifyOptions(args: string[], env: NodeJS.ProcessEnv): CertifyOptions {
  const data = env['DATA_DIR'] || '.data';
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      slug: { type: 'string' },
      report: { type: 'string' },
      attach: { type: 'string' },
      guard: { type: 'boolean', default: false },
      'min-memory': { type: 'string' },
      'min-disk': { type: 'string' },
      'handshake-only': { type: 'boolean', default: false },
      memory: { type: 'string' },
      address: { type: 'string', default: '127.0.0.12' },
      port: { type: 'string', default: process.getuid?.() === 0 ? '22' : '2222' },
      limit: { type: 'string', multiple: true, default: [] },
      store: { type: 'string', default: `${data}/lab/images` },
      toolkit: { type: 'string', default: `${data}/toolkit` },
    },
  });
  const { slug, report, attach, guard, memory, address, port, limit, store, toolkit } = values;
  if (attach && !slug) throw new Error(USAGE);
  return {
    source: sourceOf(positionals[0], slug, values),
    report: report ?? null,
    attach: attach ?? null,
    guard,
    memory: memory === undefined ? null : readSize('memory', memory),
    address,
    port: Number(port),
    limit,
    store,
    toolkit,
  };
}

function sourceOf(
  file: string | undefined,
  slug: string | undefined,
  values: {
    'min-memory'?: string | undefined;
    'min-disk'?: string | undefined;
    'handshake-only': boolean;
  },
): CertifySource {
  const { 'min-memory': memory, 'min-disk': disk, 'handshake-only': handshakeOnly } = values;
  if (Boolean(file) === Boolean(slug)) throw new Error(USAGE);
  if (!slug) {
    return {
      file: file!,
      handshakeOnly,
      ...(memory && { minMemory: readSize('min-memory', memory) }),
      ...(disk && { minDisk: readSize('min-disk', disk) }),
    };
  }
  // These options are already set in the version's image.
  if (memory || disk || handshakeOnly) throw new Error(USAGE);
  return { slug };
}
