import { gzipSync } from 'node:zlib';
import {
  isData,
  type DataChunk,
  type ImageManifest,
} from '@casement/windows-image/store/manifest.js';
import type { NetworkPlan } from '../machine/network-plan.js';
import type { Plan } from '../machine/plan.js';
import { agentScripts } from '../scripts.js';
import { assignments } from '../ssh/remote.js';
import { cpioArchive, type ArchiveFile } from '../archives/cpio.js';

export interface OriginPlan {
  /** Origins, fastest first. Our own route follows implicitly. */
  order: string[];
  /** Bytes per second. If the rate stays below it for ten seconds, the stage switches to another origin. */
  floor: number;
  /** Measured rate of the first origin or our own route in bytes per second; `null` if not measured. */
  rate: number | null;
}

interface StageJob {
  installId: string;
  /** URL without a trailing slash. */
  agentUrl: string;
  token: string;
  manifest: ImageManifest;
  /** Sampled chunk that the stage fetches before the commit. `null` for an empty image. */
  sample: DataChunk | null;
  /** `null` uses only our own route. */
  origins: Pick<OriginPlan, 'order' | 'floor'> | null;
  /** Time within which the stage restarts into Linux without a commit. */
  deadlineSeconds: number;
  /** Our clock in seconds since 1970, used as the lower bound of the stage's clock. */
  now: number;
}

const ETC = 'etc/casement';
const LIB = 'usr/lib/casement';

/** Builds the install-specific part of the stage, which the kernel unpacks. */
export async function jobArchive(plan: Plan, job: StageJob): Promise<Buffer> {
  const text = (path: string, content: string, mode = 0o600): ArchiveFile => ({
    path,
    content: Buffer.from(content),
    mode,
  });
  const scripts = (await agentScripts()).map(({ name, content }) =>
    name === 'init' ? text('init', content, 0o755) : text(`${LIB}/${name}`, content, 0o755),
  );
  const { chunks, lastChunks, zeros } = writeList(job.manifest);
  return gzipSync(
    cpioArchive([
      ...scripts,
      text(`${ETC}/job.env`, `${assignments(jobEnvironment(plan, job))}\n`),
      text(`${ETC}/chunks`, chunks),
      text(`${ETC}/last-chunks`, lastChunks),
      text(`${ETC}/zeros`, zeros),
      text('etc/resolv.conf', resolvConf(plan.network.dns), 0o644),
    ]),
  );
}

/** Seconds after which the next resolver is asked. The default of 5 is as long as an origin may take to connect. */
const RESOLVER_SECONDS = 2;

const resolvConf = (dns: readonly string[]): string =>
  [...dns.map((server) => `nameserver ${server}`), `options timeout:${RESOLVER_SECONDS}`, ''].join(
    '\n',
  );

export function jobEnvironment(plan: Plan, job: StageJob): Record<string, string | number> {
  const { manifest } = job;
  return {
    INSTALL: job.installId,
    API_URL: `${job.agentUrl}/api/install/agent`,
    IMAGE_URL: `${job.agentUrl}/images/chunks`,
    ORIGINS: job.origins?.order.join(' ') ?? '',
    ORIGIN_FLOOR: job.origins?.floor ?? 0,
    SAMPLE_SHA256: job.sample?.zstd ?? '',
    SAMPLE_BYTES: job.sample?.zstdBytes ?? 0,
    TOKEN: job.token,
    CLOCK_FLOOR: job.now,
    DEADLINE: job.deadlineSeconds,
    DISK_SIZE: plan.disk.size,
    DISK_SERIAL: plan.disk.serial,
    DISK_HEAD: plan.disk.head,
    RAW_SIZE: manifest.rawSize,
    CHUNK_SIZE: manifest.chunkSize,
    FIRMWARE: manifest.firmware,
    KIND: manifest.linux ? 'linux' : 'windows',
    WINDOWS_PARTITION: manifest.windows?.partition ?? '',
    WINDOWS_OFFSET: manifest.windows?.offset ?? '',
    BOOT_WAY: plan.boot.way,
    GRUB_PARTITION: plan.boot.grub?.partition ?? '',
    GRUB_FS: plan.boot.grub?.fs ?? '',
    GRUB_ENV: plan.boot.grub ? `${plan.boot.grub.inside}/grubenv` : '',
    ...networkEnvironment(plan.network),
  };
}

export const networkEnvironment = (network: NetworkPlan) => ({
  NET_MAC: network.mac,
  NET_MODE: network.mode,
  NET_ADDRESSES: network.addresses.join(' '),
  NET_GATEWAY: network.gateway,
  NET_ADDRESSES6: network.ipv6Addresses.join(' '),
  NET_GATEWAY6: network.ipv6Gateway ?? '',
  NET_ONLINK: yesNo(network.onlink),
  NET_ONLINK6: yesNo(network.ipv6Onlink),
  NET_MTU: network.mtu,
});

const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

/** Limits the size of one zero range, so that progress is visible. */
const ZERO_PIECE = 2 ** 30;

/**
 * Renders the manifest for a shell: `index raw-sha256 zstd-sha256 raw-bytes zstd-bytes` and, for zeros, `offset
 * bytes`. The first chunk contains the partition table and is listed separately because it is written last.
 */
export function writeList(manifest: ImageManifest): {
  chunks: string;
  lastChunks: string;
  zeros: string;
} {
  const lines: string[] = [];
  const lastLines: string[] = [];
  const zeros: { offset: number; bytes: number }[] = [];
  manifest.chunks.forEach((chunk, index) => {
    if (isData(chunk)) {
      const line = [index, chunk.raw, chunk.zstd, chunk.rawBytes, chunk.zstdBytes].join(' ');
      (index === 0 ? lastLines : lines).push(`${line}\n`);
      return;
    }
    const offset = index * manifest.chunkSize;
    const before = zeros.at(-1);
    if (before && before.offset + before.bytes === offset && before.bytes < ZERO_PIECE) {
      before.bytes += chunk.rawBytes;
    } else {
      zeros.push({ offset, bytes: chunk.rawBytes });
    }
  });
  return {
    chunks: lines.join(''),
    lastChunks: lastLines.join(''),
    zeros: zeros.map(({ offset, bytes }) => `${offset} ${bytes}\n`).join(''),
  };
}
