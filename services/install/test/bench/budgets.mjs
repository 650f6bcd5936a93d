/**
 * `node services/install/test/bench/budgets.mjs [ROW...]`: measures the benefit of reading back while writing, for
 * the disk and network speeds in ROWS. Runs the writer of agent/ with this machine's programs on a loop device with
 * limits. Each row is run alternately with and without reading back. Requires root, busybox, zstd and
 * qemu-storage-daemon with FUSE. BENCH_MIB is the size of the image in MiB (default 1024).
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FolderChunkStore } from '@casement/windows-image/store/folder-chunk-store.js';
import { importRawImage } from '@casement/windows-image/import/import-raw.js';
import { agentScripts } from '@casement/install-engine/scripts.js';
import { assignments } from '@casement/install-engine/ssh/remote.js';
import { writeList } from '@casement/install-engine/stage/job-files.js';
import { diskImage } from '@casement/windows-image/testing/disk-image.js';
import { MIB, textBlocks } from './disk-content.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const THROTTLE = '/sys/fs/cgroup/blkio/blkio.throttle';
const SIZE = Number(process.env.BENCH_MIB ?? 1024) * MIB;
const DISK_SIZE = SIZE + 64 * MIB;
/**
 * Limits in MiB a second: `network` for packed data, `read` and `write` of the disk, or `both` combined. 0 is
 * unlimited.
 */
const ROWS = {
  network: { network: 25, read: 200, write: 200 },
  'network, shared': { network: 25, both: 200 },
  apart: { network: 0, read: 60, write: 60 },
  shared: { network: 0, both: 80 },
  'one core': { network: 0, read: 0, write: 0, core: true },
};

const data = resolve(process.env.DATA_DIR ?? '.data');
mkdirSync(data, { recursive: true });
const work = mkdtempSync(join(data, '.bench-budgets.'));
const at = (...segments) => join(work, ...segments);
try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function main(names) {
  await makeImage(at('image.raw'));
  const store = new FolderChunkStore(at('store'));
  const { manifest } = await importRawImage(at('image.raw'), store);
  const packed = manifest.chunks.reduce((sum, { zstdBytes }) => sum + (zstdBytes ?? 0), 0);
  console.log(`${SIZE / MIB} MiB, ${Math.round(packed / MIB)} MiB packed; median of ${ROUNDS}\n`);
  console.log('| row | reads back | written | read back | both | of writing alone |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const [name, limits] of Object.entries(ROWS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const runs = { after: [], behind: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const way of round % 2 ? ['after', 'behind'] : ['behind', 'after']) {
        runs[way].push(await measure(limits, way, manifest));
      }
    }
    const baseline = median(runs.after.map(({ written }) => written));
    for (const way of ['after', 'behind']) {
      const written = median(runs[way].map((run) => run.written));
      const all = median(runs[way].map((run) => run.all));
      const ratio = (all / baseline).toFixed(2);
      const times = [written, all - written, all].map((seconds) => seconds.toFixed(1)).join(' | ');
      console.log(`| ${name} | ${way} | ${times} | ${ratio} |`);
    }
  }
}

/** Creates an image of half random and half text data that starts like a valid disk. */
async function makeImage(path) {
  const blocks = textBlocks();
  const file = await open(path, 'w');
  for (let n = 0; n < SIZE / MIB; n += 1) {
    await file.write(n & 64 ? randomBytes(MIB) : blocks[n % blocks.length], 0, MIB, n * MIB);
  }
  const start = diskImage(2 * MIB);
  start.writeUInt32LE(SIZE / 512 - 2048, 446 + 12);
  await file.write(start, 0, start.length, 0);
  await file.close();
}

/**
 * Performs one run on a fresh disk. @returns seconds until everything was written, and until everything was read back
 */
async function measure(limits, way, manifest) {
  const disk = await throttledDisk(limits);
  let times;
  const server = chunkServer(limits.network * MIB);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await prepareFolders(disk.path, way, manifest, server.address().port);
    const command = [
      execFileSync('which', ['busybox']).toString().trim(),
      'sh',
      at('lib', 'write.sh'),
    ];
    if (limits.core) command.unshift('/usr/bin/taskset', '-c', '1');
    const began = performance.now();
    const stage = spawn(command[0], command.slice(1), {
      env: { PATH: at('bin') },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    let output = '';
    let written = 0;
    stage.stdout.on('data', (part) => {
      output += part;
      if (/\] written$/m.test(output)) written ||= (performance.now() - began) / 1000;
    });
    const [status] = await once(stage, 'exit');
    const all = (performance.now() - began) / 1000;
    if (status !== 0) throw new Error(`write.sh ended with ${status}: ${output}`);
    if (process.env.BENCH_LOG) console.log(output);
    times = { written, all };
  } finally {
    server.closeAllConnections();
    server.close();
    await disk.remove();
  }
  execFileSync('cmp', ['-n', String(SIZE), at('image.raw'), disk.file]);
  return times;
}

/**
 * Creates a block device with the limits that providers set. The kernel's limits (cgroup v1) are separate for reading
 * and writing. QEMU's limits are combined, but with QEMU the kernel sends requests one at a time.
 */
async function throttledDisk({ read = 0, write = 0, both = 0 }) {
  for (const name of ['backing', 'disk']) {
    writeFileSync(at(name), '');
    truncateSync(at(name), DISK_SIZE);
  }
  const daemon = both ? await sharedLimit(both * MIB) : null;
  // With --direct-io=on a loop device writes wrong bytes to QEMU's FUSE export (7.2).
  const options = ['--find', '--show', `--direct-io=${daemon ? 'off' : 'on'}`, at('disk')];
  const path = execFileSync('losetup', options).toString().trim();
  const id = readFileSync(`/sys/block/${basename(path)}/dev`, 'latin1').trim();
  const limit = (way, rate) => writeFileSync(`${THROTTLE}.${way}_bps_device`, `${id} ${rate}`);
  limitDirty(`/sys/class/bdi/${id}`, `${192 * MIB}`, '1');
  limit('read', read * MIB);
  limit('write', write * MIB);
  return {
    path,
    file: at(daemon ? 'backing' : 'disk'),
    async remove() {
      limit('read', 0);
      limit('write', 0);
      limitDirty(`/sys/class/bdi/${id}`, '', '0');
      execFileSync('losetup', ['--detach', path]);
      if (!daemon) return;
      const ended = once(daemon, 'exit');
      daemon.kill();
      await ended;
    },
  };
}

async function sharedLimit(rate) {
  const daemon = spawn(
    'qemu-storage-daemon',
    [
      ['--object', `throttle-group,id=limits,x-bps-total=${rate}`],
      ['--blockdev', `driver=file,node-name=file,filename=${at('backing')}`],
      ['--blockdev', 'driver=throttle,node-name=disk,throttle-group=limits,file=file'],
      ['--export', `type=fuse,id=export,node-name=disk,mountpoint=${at('disk')},writable=on`],
    ].flat(),
    { stdio: 'inherit' },
  );
  while (!readFileSync('/proc/mounts', 'latin1').includes(at('disk'))) await wait(50);
  return daemon;
}

/**
 * Limits the dirty page cache of a device to that of a VPS with 1 GiB instead of a fifth of this machine's memory.
 * Without `bytes` the default applies.
 */
function limitDirty(bdi, bytes, strict) {
  if (bytes) writeFileSync(`${bdi}/max_bytes`, bytes);
  else writeFileSync(`${bdi}/max_ratio`, '100');
  writeFileSync(`${bdi}/strict_limit`, strict);
}

/** Accepts all calls of the agent and serves chunks at this rate (bytes a second), all connections combined. */
function chunkServer(rate) {
  let free = 0;
  return createServer(async (request, response) => {
    const [, hash] = /^\/images\/chunks\/([0-9a-f]{64})/.exec(request.url) ?? [];
    if (!hash) return request.resume().on('end', () => response.end('{}'));
    const bytes = await readFile(at('store', 'chunks', hash.slice(0, 2), `${hash}.zst`));
    response.writeHead(200, { 'content-length': bytes.length });
    for (let sent = 0; sent < bytes.length; sent += 65536) {
      const piece = bytes.subarray(sent, sent + 65536);
      if (rate) {
        free = Math.max(free, performance.now()) + (piece.length / rate) * 1000;
        await wait(free - performance.now());
      }
      if (!response.write(piece)) await once(response, 'drain');
    }
    response.end();
  });
}

async function prepareFolders(disk, way, manifest, port) {
  for (const name of ['run', 'etc', 'lib', 'bin']) {
    rmSync(at(name), { recursive: true, force: true });
    mkdirSync(at(name));
  }
  const busybox = execFileSync('which', ['busybox']).toString().trim();
  for (const name of execFileSync(busybox, ['--list']).toString().trim().split('\n')) {
    symlinkSync(busybox, at('bin', name));
  }
  for (const name of ['curl', 'zstd', 'openssl', 'blkdiscard']) {
    rmSync(at('bin', name), { force: true });
    symlinkSync(execFileSync('which', [name]).toString().trim(), at('bin', name));
  }
  for (const { name, content } of await agentScripts()) {
    const relocated = content
      .replaceAll('/run/', `${work}/run/`)
      .replaceAll('/usr/lib/casement/', `${work}/lib/`)
      .replaceAll('/etc/casement', `${work}/etc`)
      .replaceAll('/proc/sys/vm/drop_caches', '/dev/null')
      .replace(/^can_read_behind\(\) \{$/m, way === 'after' ? '$& return 1' : '$&');
    writeFileSync(at('lib', name), relocated);
  }
  const { chunks, lastChunks, zeros } = writeList(manifest);
  writeFileSync(at('etc', 'chunks'), chunks);
  writeFileSync(at('etc', 'last-chunks'), lastChunks);
  writeFileSync(at('etc', 'zeros'), zeros);
  const job = {
    API_URL: `http://127.0.0.1:${port}/api/install/agent`,
    IMAGE_URL: `http://127.0.0.1:${port}/images/chunks`,
    ORIGINS: '',
    ORIGIN_FLOOR: 0,
    CHUNK_SIZE: manifest.chunkSize,
    RAW_SIZE: manifest.rawSize,
    DISK_SIZE,
  };
  writeFileSync(at('etc', 'job.env'), assignments(job));
  writeFileSync(at('run', 'disk'), `${disk}\n`);
  writeFileSync(at('run', 'nonce'), 'b'.repeat(32));
  writeFileSync(at('run', 'committed'), '');
  writeFileSync(at('run', 'curl.conf'), '');
  writeFileSync(at('run', 'hasher'), 'openssl\n');
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
