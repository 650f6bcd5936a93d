import {
  execFile,
  execFileSync,
  spawn,
  type ChildProcessWithoutNullStreams,
} from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { agentServer } from '../../src/cli/agent-server.js';
import { AgentCalls } from '@casement/install-engine/agent-api/agent-calls.js';
import { MemoryInstalls } from '@casement/install-engine/agent-api/memory-installs.js';
import { FolderChunkStore } from '@casement/windows-image/store/folder-chunk-store.js';
import { importRawImage } from '@casement/windows-image/import/import-raw.js';
import { imageTotals, isData, type ImageManifest } from '@casement/windows-image/store/manifest.js';
import { ConfiguredOrigins } from '@casement/windows-image/origins/chunk-origins.js';
import type { ImageOrigin } from '@casement/windows-image/origins/origin-settings.js';
import { agentScripts, vpsScript } from '@casement/install-engine/scripts.js';
import { assignments } from '@casement/install-engine/ssh/remote.js';
import { writeList } from '@casement/install-engine/stage/job-files.js';
import { diskImage } from '@casement/windows-image/testing/disk-image.js';

const MIB = 2 ** 20;
const NONCE = 'a'.repeat(32);
const INSTALL = 'i';
const SIZE = 28 * MIB;
const DATA_MIB = 13;

const have = (program: string): string =>
  execFileSync('sh', ['-c', `command -v ${program}`])
    .toString()
    .trim();

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // No process of the group is left.
  }
}

/** Returns the reason why the stage's writer cannot run here, or null if it can. */
export function missingForWriter(): string | null {
  try {
    for (const program of ['busybox', 'curl', 'zstd', 'openssl']) have(program);
    return null;
  } catch {
    return 'no busybox, curl, zstd or openssl here';
  }
}

/**
 * RAM stage's writer on a file instead of a disk, with busybox's programs like in the stage, and the agent's real
 * calls. The written disk is compared with the image.
 */
export class WriterOnFile {
  readonly work = mkdtempSync(join(tmpdir(), 'casement-writer-'));
  readonly store = new FolderChunkStore(join(this.work, 'store'));
  readonly image = diskImage(SIZE, [
    [0, MIB],
    [8 * MIB, (DATA_MIB - 1) * MIB],
  ]);
  manifest!: ImageManifest;
  token!: string;
  /** Bytes of chunks served by our own route. */
  own = 0;
  /**
   * Name of an origin that times out after 2 s. Other origins have a longer timeout than this process may be blocked
   * on a busy machine, because it serves all of them and all would appear slow.
   */
  slow = '';
  /** Called before each chunk request. Returns true if it sent the response. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  private origins: ImageOrigin[] = [];
  private clock: () => Date = () => new Date();
  private server!: Server;
  private service!: Server;
  private readonly stages: ChildProcessWithoutNullStreams[] = [];

  static async make(): Promise<WriterOnFile> {
    const writer = new WriterOnFile();
    await writer.start();
    return writer;
  }

  /** @param clock time used to sign the URLs */
  offer(origins: ImageOrigin[], clock: () => Date = () => new Date()): void {
    this.origins = origins;
    this.clock = clock;
  }

  /** Stored (compressed) bytes of the image. */
  get storedBytes(): number {
    return imageTotals(this.manifest).fetchBytes;
  }

  async anyChunk(): Promise<Buffer> {
    return this.packed(this.manifest.chunks.filter(isData).at(-1)!.zstd);
  }

  async packed(zstd: string): Promise<Buffer> {
    const opened = await this.store.openChunk(zstd);
    return Buffer.concat((await opened!.content.toArray()) as Buffer[]);
  }

  /** Processes an intercepted request normally. */
  passOn(request: IncomingMessage, response: ServerResponse): void {
    this.countSent(response);
    this.service.emit('request', request, response);
  }

  get disk(): string {
    return join(this.work, 'disk.img');
  }

  /** Returns the complete lines of a file in /run, or none if it does not exist. */
  lines(name: string): string[] {
    try {
      return readFileSync(join(this.work, 'run', name), 'latin1')
        .split('\n')
        .slice(0, -1);
    } catch {
      return [];
    }
  }

  /** Creates an empty disk and the stage's folders in the state left by prepare.sh. */
  async prepare(): Promise<void> {
    writeFileSync(this.disk, Buffer.alloc(SIZE + 8 * MIB, 0xee));
    await this.prepareFolders(this.disk);
  }

  /** Replaces one of the stage's programs. @param script sh script, with the real program in `$real` */
  replaceProgram(name: string, script: string): void {
    const path = join(this.work, 'bin', name);
    rmSync(path);
    const real = `real='${have('busybox')} ${name}'`;
    writeFileSync(path, `#!/bin/sh\n${real}\n${script}\n`, { mode: 0o755 });
  }

  /** Starts the writer in a separate process group, like the stage's init. */
  begin(): ChildProcessWithoutNullStreams {
    const stage = spawn(have('busybox'), ['sh', join(this.work, 'lib', 'write.sh')], {
      env: { PATH: join(this.work, 'bin') },
      detached: true,
    });
    this.stages.push(stage);
    return stage;
  }

  /** Runs the writer to its end. @returns its output */
  async write(): Promise<string> {
    await this.prepare();
    return this.ended(this.begin());
  }

  /** @returns its output @throws if the disk does not contain the image afterwards */
  async ended(stage: ChildProcessWithoutNullStreams): Promise<string> {
    let output = '';
    stage.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
    stage.stderr.on('data', (piece: Buffer) => (output += piece.toString()));
    const [status] = (await once(stage, 'exit')) as [number];
    if (status !== 0) throw new Error(`write.sh ended with ${status}: ${output}`);
    if (!readFileSync(this.disk).subarray(0, SIZE).equals(this.image)) {
      throw new Error(`the disk does not hold the image: ${output}`);
    }
    return output;
  }

  /** Runs a script in the stage's shell with origins.sh loaded. @returns its output */
  async shell(script: string): Promise<string> {
    await this.prepareFolders('/dev/null');
    const all = ['etc/job.env', 'lib/lib.sh', 'lib/origins.sh'].map(
      (name) => `. ${join(this.work, name)}`,
    );
    const { stdout } = await promisify(execFile)(
      have('busybox'),
      ['sh', '-c', [...all, script].join('\n')],
      { env: { PATH: join(this.work, 'bin') } },
    );
    return stdout;
  }

  /** Runs vps/probe.sh with the first and the last chunk. @returns its output */
  async probe(): Promise<string> {
    const tools = join(this.work, 'probe', 'tools');
    mkdirSync(tools, { recursive: true });
    writeFileSync(join(tools, 'toolkit-run'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
    const chunks = this.manifest.chunks.filter(isData);
    const script = [
      assignments({
        DIR: join(this.work, 'probe'),
        API_URL: `${this.url}/api/install/agent`,
        IMAGE_URL: `${this.url}/images/chunks`,
        TOKEN: this.token,
        CHUNKS: [chunks[0], chunks.at(-1)!]
          .map(({ zstd, zstdBytes }) => `${zstd}:${zstdBytes}`)
          .join(' '),
        ORIGINS: this.origins.map(({ name }) => name).join(' '),
      }),
      (await vpsScript('probe')).replace('((ORIGIN_SECONDS', `((${this.patience}`),
    ].join('\n');
    return (await promisify(execFile)('sh', ['-c', script])).stdout;
  }

  /** Shell expression for the timeout of `$origin` in seconds. */
  private get patience(): string {
    return `$([ "$origin" = '${this.slow}' ] && echo 2 || echo 60)`;
  }

  private get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  close(): void {
    for (const { pid, exitCode } of this.stages) if (exitCode === null) killGroup(pid!);
    this.server.closeAllConnections();
    this.server.close();
    rmSync(this.work, { recursive: true });
  }

  private async start(): Promise<void> {
    writeFileSync(join(this.work, 'image.raw'), this.image);
    const imported = await importRawImage(join(this.work, 'image.raw'), this.store, {
      chunkSize: MIB,
    });
    this.manifest = imported.manifest;
    const installs = new MemoryInstalls();
    installs.add({
      installId: INSTALL,
      imageSha256: imported.sha256,
      secrets: () => {
        throw new Error('not asked for');
      },
    });
    this.token = await installs.issueToken(INSTALL);
    const origins = {
      having: () => Promise.resolve([]),
      urlOf: (name: string, image: string, chunk: string) =>
        new ConfiguredOrigins(
          this.origins,
          () => Promise.resolve(new Set(this.origins.map((one) => one.name))),
          this.clock,
        ).urlOf(name, image, chunk),
    };
    const calls = new AgentCalls(
      installs,
      this.store,
      'http://unused',
      undefined,
      undefined,
      origins,
    );
    this.service = agentServer(() => calls);
    this.server = createServer((request, response) => {
      const isChunk = request.url?.startsWith('/images/') ?? false;
      if (isChunk && this.intercept(request, response)) return;
      if (isChunk) this.passOn(request, response);
      else this.service.emit('request', request, response);
    });
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const caller = { token: this.token, address: '127.0.0.1' };
    await calls.checkIn(caller, { nonce: NONCE });
    await calls.commit(caller, { nonce: NONCE });
  }

  private countSent(response: ServerResponse): void {
    const write = response.write.bind(response) as (chunk: Buffer, ...rest: never[]) => boolean;
    response.write = ((chunk: Buffer, ...rest: never[]) => {
      this.own += chunk.length;
      return write(chunk, ...rest);
    }) as typeof response.write;
  }

  private async prepareFolders(disk: string): Promise<void> {
    const at = (...segments: string[]) => join(this.work, ...segments);
    for (const name of ['run', 'etc', 'lib', 'bin', 'sys/disk.img']) {
      mkdirSync(at(name), { recursive: true });
    }
    // A device without counters, for which reading never counts as slowing down writing.
    writeFileSync(at('sys', 'disk.img', 'stat'), `${'0 '.repeat(17)}\n`);
    const busybox = have('busybox');
    for (const name of execFileSync(busybox, ['--list']).toString().trim().split('\n')) {
      symlinkSync(busybox, at('bin', name));
    }
    for (const name of ['curl', 'zstd', 'openssl']) symlinkSync(have(name), at('bin', name));
    for (const { name, content } of await agentScripts()) {
      const relocated = content
        .replaceAll('/run/', `${this.work}/run/`)
        .replaceAll('/usr/lib/casement/', `${this.work}/lib/`)
        .replaceAll('/etc/casement', `${this.work}/etc`)
        .replaceAll('/proc/sys/vm/drop_caches', '/dev/null')
        .replaceAll('/sys/block/', `${this.work}/sys/`)
        .replace('--speed-time 10', `--speed-time ${this.patience}`)
        .replace('SPAN=300', 'SPAN=20');
      writeFileSync(at('lib', name), relocated);
    }
    const { chunks, lastChunks, zeros } = writeList(this.manifest);
    writeFileSync(at('etc', 'chunks'), chunks);
    writeFileSync(at('etc', 'last-chunks'), lastChunks);
    writeFileSync(at('etc', 'zeros'), zeros);
    const job = {
      API_URL: `${this.url}/api/install/agent`,
      IMAGE_URL: `${this.url}/images/chunks`,
      ORIGINS: this.origins.map((one) => one.name).join(' '),
      ORIGIN_FLOOR: 65536,
      CHUNK_SIZE: this.manifest.chunkSize,
      RAW_SIZE: this.manifest.rawSize,
      DISK_SIZE: SIZE + 8 * MIB,
    };
    writeFileSync(at('etc', 'job.env'), assignments(job));
    writeFileSync(at('run', 'disk'), `${disk}\n`);
    writeFileSync(at('run', 'nonce'), NONCE);
    writeFileSync(at('run', 'committed'), '');
    writeFileSync(at('run', 'hasher'), 'openssl\n');
    writeFileSync(at('run', 'curl.conf'), `header = "Authorization: Bearer ${this.token}"\n`);
  }
}
