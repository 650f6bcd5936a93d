// Runs the RAM stage's writer (agent/write.sh) with the toolkit's own programs on a file instead of a disk, with the
// real agent API and a faulty image server. Needs a built toolkit and Linux x86_64, but no root and no VM.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { agentServer } from '../../dist/cli/agent-server.js';
import { AgentCalls } from '@casement/install-engine/agent-api/agent-calls.js';
import { MemoryInstalls } from '@casement/install-engine/agent-api/memory-installs.js';
import { FolderChunkStore } from '@casement/windows-image/store/folder-chunk-store.js';
import { importRawImage } from '@casement/windows-image/import/import-raw.js';
import { assignments } from '@casement/install-engine/ssh/remote.js';
import { writeList } from '@casement/install-engine/stage/job-files.js';
import { diskImage } from '@casement/windows-image/testing/disk-image.js';

const MIB = 2 ** 20;
const NONCE = 'a'.repeat(32);
const toolkit = resolve(process.env.DATA_DIR ?? '.data', 'toolkit');
const work = mkdtempSync(join(tmpdir(), 'casement-stage-'));
const at = (...segments) => join(work, ...segments);

// ---- the toolkit, with a wrapper in PATH for each of its programs
mkdirSync(at('tools'));
execFileSync(
  'sh',
  ['-c', `gzip -dc ${toolkit}/toolkit.cpio.gz | ${toolkit}/busybox cpio -idm 2>/dev/null`],
  { cwd: at('tools') },
);
mkdirSync(at('bin'));
for (const dir of ['usr/bin', 'usr/sbin']) {
  for (const name of readdirSync(at('tools', dir))) {
    if (name === '[' || name === '[[') continue;
    writeFileSync(
      at('bin', name),
      `#!/bin/sh\nPATH=/bin:/usr/bin exec ${work}/tools/toolkit-run ${name} "$@"\n`,
    );
    chmodSync(at('bin', name), 0o755);
  }
}

// ---- an image with data, holes, and an incomplete last chunk
const image = diskImage(39 * MIB + 512 * 7, [
  [0, MIB],
  [5 * MIB, 9 * MIB],
  [24 * MIB, MIB],
  [39 * MIB, 2048],
]);
writeFileSync(at('image.raw'), image);
const store = new FolderChunkStore(at('store'));
const { sha256, manifest } = await importRawImage(at('image.raw'), store, { chunkSize: 4 * MIB });

// ---- the service behind a server that corrupts the first responses for some chunks
const installs = new MemoryInstalls();
installs.add({ installId: 'i', imageSha256: sha256, secrets: () => ({}) });
const token = await installs.issueToken('i');
const calls = new AgentCalls(installs, store, 'http://unused');
const inner = agentServer(() => calls);
const packed = manifest.chunks.map(({ zstd }) => zstd && readChunk(zstd));
// Faulty responses for each chunk, in order, before the correct one. In a run of adjacent chunks only the first fault
// occurs in the stream; the chunks after it are fetched individually.
const FAULTS = {
  // A valid chunk with the wrong content, detected when the disk is read back.
  1: ['another'],
  6: ['overlong', 'corrupt', 'truncated'],
  9: ['corrupt', 'unavailable', 'cut'],
  // The partition table is never streamed.
  0: ['corrupt', 'another'],
};
const outer = createServer((request, response) => {
  const hash = request.url.split('/').at(-1);
  const index = manifest.chunks.findIndex(({ zstd }) => zstd === hash);
  const fault = FAULTS[index]?.shift();
  if (!fault) return inner.emit('request', request, response);
  const bytes = Buffer.from(packed[index]);
  const answers = {
    another: () => response.end(packed[index === 1 ? 2 : 1]),
    // The correct chunk followed by data that would be unpacked behind it, where the image has zeros.
    overlong: () => response.end(Buffer.concat([bytes, packed[1]])),
    corrupt: () => {
      bytes[bytes.length >> 1] ^= 1;
      response.end(bytes);
    },
    truncated: () => response.end(bytes.subarray(0, bytes.length - 100)),
    unavailable: () => response.writeHead(503).end(),
    cut: () => {
      response.writeHead(200, { 'content-length': bytes.length });
      response.write(bytes.subarray(0, 1000), () => response.destroy());
    },
  };
  answers[fault]();
});

function readChunk(hash) {
  return readFileSync(at('store', 'chunks', hash.slice(0, 2), `${hash}.zst`));
}

outer.listen(0, '127.0.0.1');
await once(outer, 'listening');
const url = `http://127.0.0.1:${outer.address().port}`;
await calls.checkIn({ token, address: '127.0.0.1' }, { nonce: NONCE });
await calls.commit({ token, address: '127.0.0.1' }, { nonce: NONCE });

// ---- the stage's folders, moved below `work`
mkdirSync(at('run'));
mkdirSync(at('etc'));
mkdirSync(at('lib'));
// A device without counters is never considered slower, so it is read back while it is written.
mkdirSync(at('sys/disk.img'), { recursive: true });
writeFileSync(at('sys/disk.img/stat'), `${'0 '.repeat(17)}\n`);
const disk = at('disk.img');
writeFileSync(disk, Buffer.alloc(48 * MIB, 0xee));
for (const name of ['lib.sh', 'origins.sh', 'read-behind.sh', 'write.sh']) {
  const text = readFileSync(new URL(`../../engine/agent/${name}`, import.meta.url), 'utf8')
    .replaceAll('/run/', `${work}/run/`)
    .replaceAll('/usr/lib/casement/', `${work}/lib/`)
    .replaceAll('/etc/casement', `${work}/etc`)
    .replaceAll('/proc/sys/vm/drop_caches', '/dev/null')
    .replaceAll('/sys/block/', `${work}/sys/`)
    .replace('SPAN=300', 'SPAN=10');
  writeFileSync(at('lib', name), text);
}
const { chunks, lastChunks, zeros } = writeList(manifest);
writeFileSync(at('etc', 'chunks'), chunks);
writeFileSync(at('etc', 'last-chunks'), lastChunks);
writeFileSync(at('etc', 'zeros'), zeros);
writeFileSync(
  at('etc', 'job.env'),
  assignments({
    API_URL: `${url}/api/install/agent`,
    IMAGE_URL: `${url}/images/chunks`,
    CHUNK_SIZE: manifest.chunkSize,
    RAW_SIZE: manifest.rawSize,
    DISK_SIZE: 48 * MIB,
  }),
);
writeFileSync(at('run', 'disk'), `${disk}\n`);
writeFileSync(at('run', 'nonce'), NONCE);
writeFileSync(at('run', 'committed'), '');
writeFileSync(at('run', 'curl.conf'), `header = "Authorization: Bearer ${token}"\n`);

const stage = spawn(at('tools', 'toolkit-run'), ['sh', at('lib', 'write.sh')], {
  env: { PATH: at('bin') },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let output = '';
stage.stdout.on('data', (piece) => (output += piece));
const [status] = await once(stage, 'exit');
outer.closeAllConnections();
outer.close();
console.log(output);

const written = readFileSync(disk);
const state = await installs.state('i');
assert.equal(status, 0);
assert.ok(
  written.subarray(0, image.length).equals(image),
  'the disk holds the image, byte for byte',
);
assert.ok(
  written.subarray(47 * MIB).every((byte) => byte === 0),
  'no old table is left at the end',
);
assert.ok(
  written.subarray(image.length, 47 * MIB).every((byte) => byte === 0xee),
  'the rest is untouched',
);
assert.deepEqual(Object.values(FAULTS).flat(), [], 'every fault was met');
assert.ok(state.writtenAt && state.verifiedAt);
assert.equal(state.bytesDone, state.bytesTotal);
assert.ok(!output.includes(token), 'no secret is printed');
// Windows images exceed 32-bit sizes.
writeFileSync(at('run', 'written.0'), `0 ${2 ** 33}\n`);
const sum = ['sh', '-c', `. ${at('lib', 'lib.sh')}; rm ${work}/run/*.[1-9]; bytes_done`];
const counted = execFileSync(at('tools', 'toolkit-run'), sum, { env: { PATH: at('bin') } });
assert.equal(Number(counted), 2 ** 33);
rmSync(work, { recursive: true });
console.log('ok: written, read back, and every fault overcome');
