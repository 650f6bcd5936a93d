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
import { assignments } from '@casement/install-engine/ssh/remote.js';

const have = (program: string): string =>
  execFileSync('sh', ['-c', `command -v ${program}`])
    .toString()
    .trim();

function missingProgram(): string | null {
  try {
    for (const program of ['busybox', 'curl', 'openssl']) have(program);
    return null;
  } catch {
    return 'no busybox, curl or openssl here';
  }
}

const missing = missingProgram();
const CHUNK = randomBytes(200_000);
const NAME = createHash('sha256').update(CHUNK).digest('hex');

(missing === null ? describe : describe.skip)(
  `agent/prepare.sh before the commit${missing === null ? '' : ` (not run: ${missing})`}`,
  () => {
    let root: string;
    let server: Server;
    let calls: string[];
    let reported: URLSearchParams;
    let answerChunk: (url: string, response: ServerResponse) => void;
    const at = (...parts: string[]) => join(root, ...parts);

    beforeEach(async () => {
      root = mkdtempSync(join(tmpdir(), 'casement-before-commit-'));
      for (const name of ['run', 'etc', 'lib', 'bin']) mkdirSync(at(name));
      calls = [];
      answerChunk = (_, response) => response.end(CHUNK);
      server = createServer((request, response) => {
        const url = request.url ?? '';
        calls.push(url.replace(/^.*\//, '').replace(NAME, 'chunk'));
        let body = '';
        request.on('data', (part: Buffer) => (body += part.toString()));
        request.on('end', () => {
          if (url.includes(NAME)) return answerChunk(url, response);
          if (url.endsWith('failure')) reported = new URLSearchParams(body);
          response.end(url.endsWith('commit') ? 'COMMIT=granted\n' : 'STATUS=ok\n');
        });
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    });
    afterEach(() => {
      server.closeAllConnections();
      server.close();
      rmSync(root, { recursive: true });
    });

    /** Runs prepare.sh with a network that is up and a disk that is found. @returns whether it has the commit */
    async function prepare(origins = ''): Promise<boolean> {
      const busybox = have('busybox');
      for (const name of execFileSync(busybox, ['--list']).toString().trim().split('\n')) {
        symlinkSync(busybox, at('bin', name));
      }
      for (const name of ['curl', 'openssl']) symlinkSync(have(name), at('bin', name));
      for (const { name, content } of await agentScripts()) {
        const moved = content
          .replaceAll('/run/', `${root}/run/`)
          .replaceAll('/usr/lib/casement/', `${root}/lib/`)
          .replaceAll('/etc/casement', `${root}/etc`)
          .replace('--speed-time 30', '--speed-time 1')
          .replaceAll(/sleep [23]$/gm, 'sleep 0.1');
        writeFileSync(at('lib', name), moved);
      }
      writeFileSync(
        at('lib', 'network.sh'),
        `start_network() { set_mtu 1500; }\nset_mtu() { echo "$1" >${root}/run/mtu; }\n`,
      );
      writeFileSync(at('lib', 'disk.sh'), 'find_disk() { echo /dev/null; }\n');
      writeFileSync(at('lib', 'firmware.sh'), 'note_old_partitions() { :; }\n');
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const job = {
        API_URL: `${url}/api/install/agent`,
        IMAGE_URL: `${url}/images/chunks`,
        ORIGINS: origins,
        ORIGIN_FLOOR: 1000,
        SAMPLE_SHA256: NAME,
        SAMPLE_BYTES: CHUNK.length,
        CLOCK_FLOOR: 0,
        RAW_SIZE: 1,
        DISK_SIZE: 1,
        BOOT_WAY: 'kexec',
      };
      writeFileSync(at('etc', 'job.env'), assignments(job));
      writeFileSync(at('run', 'nonce'), 'a'.repeat(32));
      writeFileSync(at('run', 'curl.conf'), '');
      return promisify(execFile)(busybox, ['sh', at('lib', 'prepare.sh')], {
        env: { PATH: at('bin') },
      }).then(
        () => true,
        () => false,
      );
    }

    it('fetches the sample chunk before asking for the commit', async () => {
      expect(await prepare()).toBe(true);
      expect(calls).toEqual(['check-in', 'chunk', 'commit']);
    });

    it('retries a stalled sample with packets of 1280 bytes and tries each origin', async () => {
      let stalled = false;
      answerChunk = (url, response) => {
        if (url.includes('origin=gone')) return response.writeHead(404).end();
        if (stalled) return response.end(CHUNK);
        stalled = true;
        response.writeHead(200, { 'content-length': CHUNK.length }).write(CHUNK.subarray(0, 1000));
      };
      expect(await prepare('gone near')).toBe(true);
      expect(calls).toEqual([
        'check-in',
        'chunk',
        'chunk',
        'chunk?origin=gone',
        'chunk?origin=near',
        'commit',
      ]);
      expect(execFileSync('cat', [at('run', 'mtu')]).toString()).toBe('1280\n');
    });

    it.each<[string, (url: string, response: ServerResponse) => void]>([
      ['CHUNK_CORRUPT', (_, response) => response.end(Buffer.alloc(CHUNK.length))],
      ['IMAGE_MISSING', (_, response) => response.writeHead(404).end()],
      ['STAGE_DOWNLOAD_FAILED', (_, response) => response.writeHead(503).end()],
      ['STAGE_DOWNLOAD_FAILED', (_, response) => response.end(CHUNK.subarray(1))],
      ['STAGE_DOWNLOAD_FAILED', (_, response) => response.destroy()],
    ])(
      'reports %s and does not ask for the commit if the sample does not arrive',
      async (code, answer) => {
        answerChunk = answer;
        expect(await prepare()).toBe(false);
        expect(Object.fromEntries(reported)).toMatchObject({ code, final: 'yes' });
        expect(calls).not.toContain('commit');
      },
    );
  },
);
