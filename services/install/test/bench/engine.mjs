/**
 * `make bench-engine`: compares the RAM stage's writer with two alternatives, in turn, in one virtual machine and
 * from one server: `curl | gzip -dc | dd` of the same image, and `curl | dd` of only its uncompressed data, which is
 * the physical limit. The image has 4 GiB, a quarter of it data (half random, half text). The disk is emptied before
 * each run, and the time ends when `sync` returns. Exits with 1 if the writer's median of 5 is less than 3 times
 * faster than the first or takes more than 1.3 times as long as the second. Needs the lab (`deploy/lab/lab.sh
 * build`), but not root.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { agentServer } from '../../dist/cli/agent-server.js';
import { AgentCalls } from '@casement/install-engine/agent-api/agent-calls.js';
import { MemoryInstalls } from '@casement/install-engine/agent-api/memory-installs.js';
import { FolderChunkStore } from '@casement/windows-image/store/folder-chunk-store.js';
import { importRawImage } from '@casement/windows-image/import/import-raw.js';
import { agentScripts } from '@casement/install-engine/scripts.js';
import { assignments } from '@casement/install-engine/ssh/remote.js';
import { cpioArchive } from '@casement/install-engine/archives/cpio.js';
import { writeList } from '@casement/install-engine/stage/job-files.js';
import { MIB, makeImage, PIECES, ZEROS_AT } from './disk-content.mjs';
import { runMachine } from './bench-machine.mjs';

const ROUNDS = 5;
const DISK_SIZE = 5 * 1024 * MIB;
const AT_LEAST_FASTER = 3;
const AT_MOST_SLOWER = 1.3;
const NONCE = 'b'.repeat(32);

const data = resolve(process.env.DATA_DIR ?? '.data');
mkdirSync(join(data, 'lab'), { recursive: true });
const work = mkdtempSync(join(data, 'lab', '.bench.'));
const at = (...segments) => join(work, ...segments);
try {
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function main() {
  logLine('making the image (some minutes)');
  const raw = at('image.raw');
  await makeImage(raw);
  // Typical compression of the images that `curl | gzip | dd` scripts download.
  execFileSync('sh', ['-c', `gzip -6 <${raw} >${raw}.gz`]);
  const store = new FolderChunkStore(at('store'));
  const { sha256, manifest } = await importRawImage(raw, store);
  const { server, port, tokens } = await serve(raw, store, sha256);
  const stage = await stageFiles(manifest, port, tokens);
  const disk = { path: at('disk.raw'), size: DISK_SIZE };
  const log = await runMachine({ data, work, disk, stage, onLine: logLine });
  server.closeAllConnections();
  server.close();
  // The measurement is valid only if the disk is correct. The last run was the writer's.
  execFileSync('cmp', ['-n', String(manifest.rawSize), raw, disk.path]);
  const packed = manifest.chunks.reduce((sum, chunk) => sum + (chunk.zstdBytes ?? 0), 0);
  logLine(`fetched: ${mib(statSync(`${raw}.gz`).size)} by gzip, ${mib(packed)} in chunks`);
  return report(log);
}

/** Returns the files in the machine's memory other than the toolkit and its modules. */
async function stageFiles(manifest, port, tokens) {
  const server = `http://10.0.2.2:${port}`;
  const { chunks, lastChunks, zeros } = writeList(manifest);
  const job = {
    API_URL: `${server}/api/install/agent`,
    IMAGE_URL: `${server}/images/chunks`,
    CHUNK_SIZE: manifest.chunkSize,
    RAW_SIZE: manifest.rawSize,
    DISK_SIZE,
    BENCH_URL: server,
    BENCH_TOKENS: tokens.join(' '),
    BENCH_NONCE: NONCE,
    BENCH_ZEROS: ZEROS_AT / MIB,
  };
  const pieces = PIECES.map(({ offset, bytes }) => `${offset / MIB} ${bytes / MIB}\n`).join('');
  const file = (path, content, mode = 0o600) => ({ path, content: Buffer.from(content), mode });
  const etc = (name, content) => file(`etc/casement/${name}`, content);
  const scripts = (await agentScripts()).filter(({ name }) => name !== 'init');
  return gzipSync(
    cpioArchive([
      file('init', readFileSync(new URL('bench-init.sh', import.meta.url)), 0o755),
      ...scripts.map(({ name, content }) => file(`usr/lib/casement/${name}`, content, 0o755)),
      etc('job.env', `${assignments(job)}\n`),
      etc('chunks', chunks),
      etc('last-chunks', lastChunks),
      etc('zeros', zeros),
      etc('pieces', pieces),
    ]),
  );
}

/**
 * Serves all three methods from one server: the agent's calls and chunks, and the image as a full or partial
 * download.
 */
async function serve(raw, store, imageSha256) {
  const installs = new MemoryInstalls();
  const calls = new AgentCalls(installs, store, 'http://unused');
  const agent = agentServer(() => calls);
  const server = createServer((request, response) => {
    const name = { '/image.raw': raw, '/image.gz': `${raw}.gz` }[request.url];
    if (!name) return agent.emit('request', request, response);
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = start
      ? { start: Number(start), end: Number(end) }
      : { start: 0, end: statSync(name).size - 1 };
    response.writeHead(start ? 206 : 200, { 'content-length': part.end - part.start + 1 });
    pipeline(createReadStream(name, part), response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const tokens = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    installs.add({ installId: `${round}`, imageSha256, secrets: () => ({}) });
    const token = await installs.issueToken(`${round}`);
    await calls.checkIn({ token, address: '127.0.0.1' }, { nonce: NONCE });
    await calls.commit({ token, address: '127.0.0.1' }, { nonce: NONCE });
    tokens.push(token);
  }
  return { server, port: server.address().port, tokens };
}

function report(log) {
  const write = between(log, 'casement begins', 'written');
  const verify = between(log, 'written', 'verified');
  const both = between(log, 'casement begins', 'verified');
  const peers = between(log, 'curl_gunzip_dd begins', 'curl_gunzip_dd ends');
  const limit = between(log, 'curl_dd begins', 'curl_dd ends');
  const found = (pattern) =>
    log.flatMap(({ text }) => pattern.exec(text)?.slice(1) ?? []).map(Number);
  const [total] = found(/^memory (\d+)/);
  const lowest = Math.min(...found(/^memory .* lowest (\d+)/));
  const [zeros] = found(/^write zeros (\d+)/);
  const row = (way, { seconds, processor }, ratio) =>
    `| ${way} | ${seconds.toFixed(1)} | ${processor.toFixed(1)} | ${ratio} |`;
  console.log(`
| write and sync, median of ${ROUNDS} | seconds | processor seconds of the machine | casement |
| --- | --- | --- | --- |
${row('casement', write, '')}
${row('curl, gunzip, dd', peers, `${(peers.seconds / write.seconds).toFixed(2)} times faster (at least ${AT_LEAST_FASTER})`)}
${row('curl, dd of the data alone', limit, `${(write.seconds / limit.seconds).toFixed(2)} of its time (at most ${AT_MOST_SLOWER})`)}
${row('casement reads back what it did not meanwhile', verify, 'which the others do not')}
${row('casement, both', both, `${(both.seconds / write.seconds).toFixed(2)} of its writing`)}

Memory: of ${mib(total * 1024)} never less than ${mib(lowest * 1024)} free while it wrote and read back.
Zeros: ${zeros > 0 ? 'by the disk\'s own "write zeros"' : 'written by the kernel and read back'}; old data there was gone after each run.
The disk was the image, byte for byte.`);
  return (
    peers.seconds / write.seconds >= AT_LEAST_FASTER &&
    write.seconds / limit.seconds <= AT_MOST_SLOWER
  );
}

/** Returns the median wall and CPU seconds between each pair of start and end lines. */
function between(log, from, to) {
  const ends = log.filter(({ text }) => text === to);
  const spans = log
    .filter(({ text }) => text === from)
    .map((begin, n) => [ends[n].at - begin.at, ends[n].processor - begin.processor]);
  return { seconds: median(spans.map(([s]) => s)), processor: median(spans.map(([, p]) => p)) };
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function mib(bytes) {
  return `${Math.round(bytes / MIB)} MiB`;
}

function logLine(text) {
  console.error(`${new Date().toISOString().slice(11, 19)} ${text}`);
}
