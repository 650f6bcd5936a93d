import { execFile, execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { agentScripts } from '@casement/install-engine/scripts.js';

const have = (program: string): string =>
  execFileSync('sh', ['-c', `command -v ${program}`])
    .toString()
    .trim();

/** Reason why the stage's scripts cannot run here, or `null`. */
export function missingProgram(): string | null {
  try {
    for (const program of ['busybox', 'curl', 'openssl']) have(program);
    return null;
  } catch {
    return 'no busybox, curl or openssl here';
  }
}

export const CHUNK = randomBytes(200_000);
const CHUNK_NAME = createHash('sha256').update(CHUNK).digest('hex');

interface Call {
  /** Last part of the path; `chunk` for the sample. */
  name: string;
  token: string;
  form: Record<string, string>;
}

/**
 * The stage's scripts below a temporary folder, and a service that grants their commit. They run with busybox, with a
 * network that is up and a disk that is found.
 */
export class StageRoot {
  readonly root = mkdtempSync(join(tmpdir(), 'casement-stage-'));
  readonly calls: Call[] = [];
  answerChunk: (url: string, response: ServerResponse) => void = (_, response) =>
    response.end(CHUNK);
  /** Answers the request for the settings of the written system. */
  answerFiles: (response: ServerResponse) => void = (response) => response.end('STATUS=ok\n');
  private readonly busybox = have('busybox');
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      const url = request.url ?? '';
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        this.calls.push({
          name: url.replace(/^.*\//, '').replace(CHUNK_NAME, 'chunk'),
          token: request.headers.authorization?.replace('Bearer ', '') ?? '',
          form: Object.fromEntries(new URLSearchParams(body)),
        });
        if (url.includes(CHUNK_NAME)) return this.answerChunk(url, response);
        if (url.includes('/files?')) return this.answerFiles(response);
        response.end(url.endsWith('commit') ? 'COMMIT=granted\n' : 'STATUS=ok\n');
      });
    });
  }

  static async open(): Promise<StageRoot> {
    const stage = new StageRoot();
    stage.server.listen(0, '127.0.0.1');
    await once(stage.server, 'listening');
    await stage.fill();
    return stage;
  }

  at(...parts: string[]): string {
    return join(this.root, ...parts);
  }

  /** Moves the absolute paths of a script below the folder. */
  moved(script: string): string {
    return script
      .replaceAll('/run/', `${this.root}/run/`)
      .replaceAll('/usr/lib/casement/', `${this.root}/lib/`)
      .replaceAll('/etc/casement', `${this.root}/etc/casement`)
      .replaceAll('cd / ', `cd ${this.root} `)
      .replace('--speed-time 30', '--speed-time 1')
      .replaceAll(/sleep [23]$/gm, 'sleep 0.1');
  }

  replace(script: string, content: string): void {
    writeFileSync(this.at('lib', script), this.moved(content), { mode: 0o755 });
  }

  /** Variables of job.env; `origins` are names separated by spaces. */
  job(origins = ''): Record<string, string | number> {
    const url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return {
      API_URL: `${url}/api/install/agent`,
      IMAGE_URL: `${url}/images/chunks`,
      ORIGINS: origins,
      ORIGIN_FLOOR: 1000,
      SAMPLE_SHA256: CHUNK_NAME,
      SAMPLE_BYTES: CHUNK.length,
      CLOCK_FLOOR: 0,
      RAW_SIZE: 1,
      DISK_SIZE: 1,
      BOOT_WAY: 'kexec',
    };
  }

  /** Runs a script of lib, or with `-c` a command. */
  async sh(...args: string[]): Promise<void> {
    await promisify(execFile)(this.busybox, ['sh', ...args], { env: { PATH: this.at('bin') } });
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
    rmSync(this.root, { recursive: true });
  }

  private async fill(): Promise<void> {
    for (const name of ['run', 'etc/casement', 'lib', 'bin'])
      mkdirSync(this.at(name), { recursive: true });
    for (const name of execFileSync(this.busybox, ['--list']).toString().trim().split('\n'))
      symlinkSync(this.busybox, this.at('bin', name));
    for (const name of ['curl', 'openssl']) symlinkSync(have(name), this.at('bin', name));
    for (const { name, content } of await agentScripts()) this.replace(name, content);
    this.replace(
      'network.sh',
      'start_network() { set_mtu 1500; }\nset_mtu() { echo "$1" >/run/mtu; }\n',
    );
    this.replace('disk.sh', 'find_disk() { echo /dev/null; }\n');
    this.replace('firmware.sh', 'note_old_partitions() { :; }\n');
    writeFileSync(this.at('run', 'nonce'), 'a'.repeat(32));
    writeFileSync(this.at('run', 'curl.conf'), '');
  }
}
