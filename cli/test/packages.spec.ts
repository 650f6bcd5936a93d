import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const MODULES = join(ROOT, 'node_modules');

/** User program that compiles with our published types only. */
const PROGRAM = `
import { CasementError, createClient, dataOf } from '@casement/client';

const casement = createClient({ baseUrl: process.argv[2] ?? '', key: 'csm_key' });
const installs = await dataOf(casement.GET('/api/user/install-history', { params: { query: { status: 'active' } } }));
console.log(installs.map(({ ip, status }): string => ip + ' ' + status).join());
// @ts-expect-error -- no such status
void (() => casement.GET('/api/user/install-history', { params: { query: { status: 'lost' } } }));
try {
  await casement.POST('/api/user/topup', { body: { quantity: 1, payment_method: 'QRIS' } });
} catch (error) {
  if (error instanceof CasementError) console.log(error.status, error.code);
}
`;

const CONFIG = {
  compilerOptions: {
    module: 'nodenext',
    target: 'es2022',
    strict: true,
    lib: ['ES2023', 'DOM'],
    types: ['node'],
    typeRoots: [join(MODULES, '@types')],
    outDir: 'out',
  },
};

describe('published packages in a clean folder', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'casement-packages-'));
    run('npx', ['tsc', '-b', 'proto/client', 'cli'], ROOT);
    run('npm', ['run', '--silent', 'build', '-w', '@casement/cli'], ROOT);
    run(
      'npm',
      [
        'pack',
        '--silent',
        '--pack-destination',
        folder,
        '-w',
        '@casement/client',
        '-w',
        '@casement/cli',
      ],
      ROOT,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (command: string, args: string[], cwd: string) =>
    execFileSync(command, args, { cwd, encoding: 'utf8' });
  /** Unpacks like npm without contacting a registry. */
  const unpack = (name: string, to: string) => {
    const file = readdirSync(folder).find((entry) => entry.startsWith(`casement-${name}-`))!;
    mkdirSync(to, { recursive: true });
    run('tar', ['-xzf', join(folder, file), '-C', to, '--strip-components=1'], folder);
    return readdirSync(to, { recursive: true, encoding: 'utf8' });
  };

  it('@casement/client compiles in a program and makes calls', async () => {
    const files = unpack('client', join(folder, 'node_modules/@casement/client'));
    expect(files).toContain(join('dist', 'index.d.ts'));
    expect(files.filter((entry) => entry.includes('spec') || entry.includes('generate'))).toEqual(
      [],
    );
    for (const name of ['openapi-fetch', 'openapi-typescript-helpers']) {
      cpSync(join(MODULES, name), join(folder, 'node_modules', name), { recursive: true });
    }
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ ...CONFIG, files: ['program.ts'] }),
    );
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
    run(join(MODULES, '.bin/tsc'), ['-p', folder], folder);

    const keys: unknown[] = [];
    const server = createServer((request, response) => {
      keys.push(request.headers.authorization, request.headers['idempotency-key'] !== undefined);
      const isList = request.method === 'GET';
      response.writeHead(isList ? 200 : 402, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(
          isList
            ? { success: true, message: '', data: [{ ip: '203.0.113.7', status: 'running' }] }
            : { success: false, message: 'No', code: 'INSUFFICIENT_QUOTA', correlationId: 'c' },
        ),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const child = spawn(process.execPath, [join(folder, 'out/program.js'), url]);
    let out = '';
    child.stdout.on('data', (part: Buffer) => (out += part.toString()));
    await new Promise((resolve) => child.once('close', resolve));
    server.close();
    expect(out).toBe('203.0.113.7 running\n402 INSUFFICIENT_QUOTA\n');
    expect(keys).toEqual(['Bearer csm_key', false, 'Bearer csm_key', true]);
  });

  it('the command is one file that needs only Node', () => {
    const to = join(folder, 'cli');
    expect(unpack('cli', to).sort()).toEqual([
      'README.md',
      'dist',
      join('dist', 'casement.js'),
      'package.json',
    ]);
    const help = run(process.execPath, [join(to, 'dist/casement.js'), '--help'], folder);
    expect(help).toContain('Usage: casement');
    const version = run(process.execPath, [join(to, 'dist/casement.js'), '--version'], folder);
    expect(version).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
