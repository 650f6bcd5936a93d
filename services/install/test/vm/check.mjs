// check.mjs ADDRESS [SERVICE]: runs "Check my VPS" on the lab's VPS, without a Windows version. Prints `passed` (with
// the addresses that Windows will not have) or the first refusal code. The VPS reaches this program at SERVICE, by
// default the lab's host.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import { EngineError } from '@casement/install-engine/failures/engine-error.js';
import {
  examine,
  isTransient,
  NEW_EXAMINATION,
} from '@casement/install-engine/preflight/examine.js';
import { PREFLIGHT_SETTINGS } from '@casement/install-engine/preflight/requirements.js';
import { SSH_LIMITS } from '@casement/install-engine/ssh/connect.js';
import { ReusableConnection } from '@casement/install-engine/ssh/with-linux.js';
import { loadToolkit } from '@casement/install-engine/stage/toolkit.js';

const [, , host, service] = process.argv;
const server = createServer((request, response) => {
  response.end(`TIME=${Math.floor(Date.now() / 1000)}\n`);
}).listen(0, service ?? '127.0.0.1');
await once(server, 'listening');
const job = {
  id: 'lab',
  host,
  ssh: { port: Number(process.env.LAB_PORT ?? 22), user: 'root' },
  imageSha256: null,
  agentUrl: `http://${service ?? '10.0.2.2'}:${server.address().port}`,
};
const toolkit = await loadToolkit(`${process.env.DATA_DIR ?? '.data'}/toolkit`);
const ports = {
  ssh: SSH_LIMITS,
  preflight: PREFLIGHT_SETTINGS,
  addresses: new AddressPolicy({ allowed: [`${host}/32`] }),
  versions: () => Promise.resolve([]),
  toolkit: () => Promise.resolve(toolkit),
  vpsCredentials: () =>
    Promise.resolve({ password: process.env.CASEMENT_ROOT_PASSWORD, key: null }),
  issueToken: () => Promise.resolve('token'),
  overheadSeconds: () => Promise.resolve(0),
  now: () => new Date(),
};
const connection = new ReusableConnection();
const worker = { epoch: 1, signal: new AbortController().signal, connection };
let result = { state: NEW_EXAMINATION, status: 'running' };
try {
  let retries = 3; // The service retries as well; an emulated machine on a busy computer needs it.
  while (result.status === 'running') {
    try {
      result = await examine(job, result.state, ports, worker);
    } catch (error) {
      if (!isTransient(result.state, error.code) || retries === 0) throw error;
      console.error(`${error.code}: ${error.detail}`);
      retries -= 1;
    }
  }
  const { checks, lostAddresses = [] } = result.state;
  // Omits the network card because its name depends on its slot in the machine.
  const lost = lostAddresses.map((address) => address.split(' ')[0]).join();
  const remarks = checks
    .filter(({ result, code }) => result === 'ok' && code)
    .map(({ code }) => code);
  const passed = [
    result.status,
    ...(lost ? [`without=${lost}`] : []),
    ...(remarks.length > 0 ? [`remarks=${remarks.join('+')}`] : []),
  ].join();
  console.log(checks.find(({ result }) => result === 'refused')?.code ?? passed);
} catch (error) {
  if (!(error instanceof EngineError)) throw error;
  console.log(error.code);
} finally {
  connection.close();
  server.closeAllConnections();
  server.close();
}
