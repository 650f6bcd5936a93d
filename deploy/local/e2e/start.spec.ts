import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultDataDir } from '../src/paths.js';
import { isAlive } from '@casement/local/processes/process-identity.js';
import { waitUntil } from '../src/wait-until.js';
import {
  CasementRuns,
  freshPorts,
  type CasementProcess,
  type Ports,
} from '../test/support/casement-process.js';

/** Runs the built product like `make start`. */
const runs = new CasementRuns(join(__dirname, '../dist/main.js'));
const START_TIMEOUT_MS = 120_000;
jest.setTimeout(3 * START_TIMEOUT_MS);

let ports: Ports;

beforeAll(async () => {
  ports = await freshPorts();
});
afterEach(() => runs.cleanUp());

async function start(dataDir: string): Promise<CasementProcess> {
  // Reuses the toolkit of the default data folder instead of rebuilding it, because it is not under test.
  const TOOLKIT_DIR = join(defaultDataDir, 'toolkit');
  const run = runs.start(dataDir, { ...ports, TOOLKIT_DIR });
  await run.prints(`Casement is ready at http://localhost:${ports.PORT}`, START_TIMEOUT_MS);
  return run;
}

async function get(port: string, path: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(`http://localhost:${port}${path}`, {
    headers: { accept: 'text/html,application/json' },
  });
  return { status: answer.status, text: await answer.text() };
}

describe('make start', () => {
  it('serves all endpoints, restarts after a kill -9 of everything, and stops at Ctrl-C', async () => {
    const dataDir = runs.newDataDir();
    const killed = await start(dataDir);
    expect(killed.output).toMatch(/Password {7}\S{12,}/);
    expect((await get(ports.PORT, '/')).text).toContain('<div id="root">');
    const captcha = await get(ports.PORT, '/api/auth/captcha');
    expect(JSON.parse(captcha.text)).toMatchObject({ success: true });
    expect((await get(ports.PORT, '/internal/routes')).text).not.toContain('"routes"');
    expect(await get(ports.MAIL_PORT, '/email')).toEqual({ status: 200, text: '[]' });
    expect((await get(ports.SANDBOX_PORT, '/')).text).toContain('Payment sandbox');

    // Waits until the password is erased. It is printed first, because a password that was erased before it was shown
    // would be lost.
    const secrets = join(dataDir, 'secrets.json');
    const isErased = () => !readFileSync(secrets, 'utf8').includes('adminPassword');
    expect(await waitUntil(isErased, START_TIMEOUT_MS)).toBe(true);
    killed.child.kill('SIGKILL');
    for (const { pid } of killed.processes()) process.kill(pid, 'SIGKILL');
    await killed.exit();

    const run = await start(dataDir);
    expect(run.output).not.toContain('Password');
    expect((await get(ports.PORT, '/api/auth/captcha')).status).toBe(200);
    const processes = run.processes();
    expect(processes).toHaveLength(10);
    run.child.kill('SIGINT');
    expect(await run.exit()).toBe(0);
    expect(processes.filter(isAlive)).toEqual([]);
  });
});
