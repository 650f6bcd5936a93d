import { parseArgs } from 'node:util';
import { readSize } from '../size.js';

const USAGE = `usage: certify-image FILE [option...]           a file: raw, VHD or QCOW2, bare or compressed
       certify-image --slug SLUG [option...]    the image of a Windows version, which keeps the report
       certify-image --slug SLUG --attach FILE.json
                                                gives a version the report of its image that was made elsewhere
Converts the lab's VPS (deploy/lab) with an image, signs in to the Windows that comes of it, and lets Windows say what it has:
name, address, size of C:, devices without a driver, licence, lockout. Writes a report as JSON, and beside it as a page with
screenshots of the console. Ends with 0 where the image is certified, with 1 where it is not, with 2 where it could not be tried.
  --report FILE.json       where the report goes                     (certification-HASH.json)
  --min-memory, --min-disk SIZE, --handshake-only
                           of a file, as import-image will be given them: they are part of what is certified
  --memory SIZE            of the VPS                                (2G, or what the image needs)
  --address ADDRESS        of the VPS on this computer               (127.0.0.12)
  --port N                 22 or 2222                                (22 for root, else 2222)
  --limit NAME=SECONDS     another time limit, as of convert
  --store DIR              where a file is imported to               (.data/lab/images)
  --toolkit DIR            what services/install/engine/toolkit built                 (.data/toolkit)
Without KVM the machine is emulated, which takes much longer; LAB_ACCEL=kvm or LAB_ACCEL=tcg,thread=multi decides by hand.`;

type CertifySource =
  { slug: string } | { file: string; minMemory?: number; minDisk?: number; handshakeOnly: boolean };

export interface CertifyOptions {
  source: CertifySource;
  report: string | null;
  /** Path of a report to attach instead of certifying. */
  attach: string | null;
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
  const { slug, report, attach, memory, address, port, limit, store, toolkit } = values;
  if (attach && !slug) throw new Error(USAGE);
  return {
    source: sourceOf(positionals[0], slug, values),
    report: report ?? null,
    attach: attach ?? null,
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
