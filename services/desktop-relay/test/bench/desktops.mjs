/**
 * `make bench-desktops`: measures the cost of the desktop relay. Opens 200 desktops through two replicas, first idle,
 * then at the pace of a desktop in use (64 KiB/s of pictures, 20 small messages per second back), and reports memory
 * and CPU time per session. Then compares the throughput of one flooding desktop through a replica with the same
 * flood over a direct TLS connection, alternating in one run. The install service and Windows are stand-ins.
 */
import { execFileSync, fork, spawn } from 'node:child_process';
import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { resolve } from 'node:path';
import { connect as connectTls, createSecureContext, TLSSocket } from 'node:tls';
import WebSocket from 'ws';
import { DESKTOP_DEFLATE } from '@casement/proto/http/install/desktops/desktops.js';
import { LocalAuthority } from '@casement/local/certificates.js';
import { CONNECTION_REQUEST } from '@casement/install-engine/rdp/probe.js';
import { WINDOWS_TLS } from '@casement/install-engine/rdp/tls-options.js';
import { firstMessage } from './first-message.mjs';
import { standInInstall } from './stand-in-install.mjs';

const SESSIONS = Number(process.env.BENCH_SESSIONS ?? 200);
const REPLICAS = 2;
const SECONDS = 20;
const ROUNDS = 5;
const MIB = 2 ** 20;
const FLOOD_BYTES = 256 * MIB;
const ORIGIN = 'http://localhost:8080';
const PICTURE = randomBytes(6_554);
const INPUT = randomBytes(40);
const PIECE = randomBytes(64 * 1024);
const CONFIRM = Buffer.from('030000130ed000001234000209080002000000', 'hex');

if (process.argv[2] === 'windows') windows();
else await main();

/**
 * Stand-in for Windows in a separate process. The first byte inside TLS selects its behavior: P is a desktop in use,
 * F a flood; other bytes have no effect.
 */
function windows() {
  process.once('message', ({ key, cert }) => {
    const secureContext = createSecureContext({ key, cert });
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write(CONFIRM);
        const tls = new TLSSocket(socket, { isServer: true, secureContext });
        tls.on('error', () => undefined);
        tls.once('data', (first) => {
          tls.on('data', () => undefined);
          if (first[0] === 0x50) draw(tls);
          if (first[0] === 0x46) flood(tls);
        });
      });
    });
    server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  });
}

function draw(tls) {
  const timer = setInterval(() => tls.write(PICTURE), 100);
  tls.on('close', () => clearInterval(timer));
}

function flood(tls) {
  let left = FLOOD_BYTES;
  const write = () => {
    while (left > 0) {
      left -= PIECE.length;
      if (!tls.write(PIECE)) return;
    }
  };
  tls.on('drain', write);
  write();
}

async function main() {
  const authority = await LocalAuthority.create();
  const files = await authority.issue({ uris: ['spiffe://casement/install'] });
  const [key, cert] = [files['tls.key'], files['tls.crt']].map(String);
  const certificateSha256 = createHash('sha256')
    .update(new X509Certificate(cert).raw)
    .digest('hex');
  const desktop = fork(resolve(import.meta.filename), ['windows']);
  desktop.send({ key, cert });
  const [port] = await once(desktop, 'message');
  const install = await standInInstall({ host: '127.0.0.1', port, certificateSha256 });
  const relays = [];
  try {
    for (let n = 0; n < REPLICAS; n += 1) relays.push(await startRelay(install.url));
    await measureSessions(relays);
    await measureFlood(relays[0], port);
  } finally {
    for (const { child } of relays) child.kill();
    desktop.kill();
    install.server.forceShutdown();
  }
}

async function measureSessions(relays) {
  const before = relays.map(memoryOf);
  const browsers = await Promise.all(
    Array.from({ length: SESSIONS }, (_, n) => open(relays[n % REPLICAS], n)),
  );
  await seconds(2);
  const idle = relays.map(memoryOf);
  const perSession = (all) => sum(all.map((bytes, n) => bytes - before[n])) / SESSIONS / 1024;
  say(
    `${SESSIONS} desktops, ${REPLICAS} replicas of ${(sum(before) / REPLICAS / MIB).toFixed(0)} MiB`,
  );
  say(`idle: ${perSession(idle).toFixed(0)} KiB of memory for each`);

  let received = 0;
  for (const browser of browsers) {
    browser.on('message', (data) => (received += data.length));
    browser.send(Buffer.from('P'));
  }
  const typing = setInterval(() => {
    for (const browser of browsers) browser.send(INPUT);
  }, 50);
  await seconds(2);
  const [cpu, startedAt, start] = [sum(relays.map(cpuOf)), Date.now(), received];
  await seconds(SECONDS);
  const took = (Date.now() - startedAt) / 1000;
  const used = (sum(relays.map(cpuOf)) - cpu) / took;
  const rate = (received - start) / took / MIB;
  clearInterval(typing);
  say(
    `in use: ${((used / SESSIONS) * 1000).toFixed(2)} ms of processor a second and ` +
      `${perSession(relays.map(memoryOf)).toFixed(0)} KiB for each, ${rate.toFixed(1)} MiB/s through all`,
  );
  for (const browser of browsers) browser.terminate();
}

async function measureFlood(relay, port) {
  const rates = { direct: [], relayed: [] };
  let cpu = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const direct = await floodDirect(port);
    const used = cpuOf(relay);
    const relayed = await floodRelayed(relay);
    if (round === 0) continue; // warm-up
    cpu += cpuOf(relay) - used;
    rates.direct.push(direct);
    rates.relayed.push(relayed);
  }
  const [direct, relayed] = [median(rates.direct), median(rates.relayed)];
  say(
    `flood: ${relayed.toFixed(0)} MiB/s through the relay, ${direct.toFixed(0)} direct (${(relayed / direct).toFixed(2)}); ` +
      `${((cpu / ROUNDS / FLOOD_BYTES) * MIB * 1000).toFixed(1)} ms of its processor for each MiB`,
  );
}

async function floodDirect(port) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(CONNECTION_REQUEST);
  await once(socket, 'data');
  const tls = connectTls({ socket, ...WINDOWS_TLS });
  await once(tls, 'secureConnect');
  const rate = await timed((count) => {
    tls.on('data', count);
    tls.write('F');
  });
  tls.destroy();
  return rate;
}

async function floodRelayed(relay) {
  const browser = await open(relay);
  const rate = await timed((count) => {
    browser.on('message', count);
    browser.send(Buffer.from('F'));
  });
  browser.terminate();
  return rate;
}

/** Returns the throughput in MiB per second, measured until the complete flood has arrived. */
function timed(start) {
  return new Promise((resolve) => {
    const startedAt = process.hrtime.bigint();
    let left = FLOOD_BYTES;
    start((part) => {
      left -= part.length;
      if (left <= 0)
        resolve(FLOOD_BYTES / MIB / (Number(process.hrtime.bigint() - startedAt) / 1e9));
    });
  });
}

/** @param n number of the browser, which determines its address */
async function open({ port }, n = 0) {
  const url = `ws://127.0.0.1:${port}/api/desktop`;
  const headers = { 'x-real-ip': `198.18.${n >> 8}.${n & 255}` };
  const browser = new WebSocket(url, DESKTOP_DEFLATE, { origin: ORIGIN, headers });
  await once(browser, 'open');
  browser.send(firstMessage());
  const [answer] = await once(browser, 'message');
  if (answer.length < 300) throw new Error('the desktop did not open');
  return browser;
}

async function startRelay(url) {
  const child = spawn(process.execPath, ['services/desktop-relay/dist/main.js'], {
    env: {
      PATH: process.env.PATH,
      HTTP_PORT: '0',
      PUBLIC_URL: ORIGIN,
      INSTALL_GRPC_URL: url,
      INSTALL_ALLOWED_NETWORKS: '127.0.0.0/8',
      INSTALL_OWN_ADDRESSES: '203.0.113.1',
      NODE_ENV: 'test',
      DRAIN_MS: '0',
      DESKTOP_MAX_SESSIONS: '1000',
      TRUSTED_PROXIES: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise((resolve, reject) => {
    let log = '';
    child.stdout.on('data', (part) => {
      // Later output is read, so that the process does not block, but not stored.
      if (log.length < 64 * 1024) log += part;
      const found = /"port":(\d+),"msg":"listening"/.exec(log);
      if (found) resolve(Number(found[1]));
    });
    child.once('exit', () => reject(new Error(`the relay did not start: ${log}`)));
  });
  return { child, port };
}

function memoryOf({ child }) {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)])) * 1024;
}

/** Returns user plus system CPU time since the process started, in seconds. */
function cpuOf({ child }) {
  const TICKS = 100;
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const [utime, stime] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14);
  return (Number(utime) + Number(stime)) / TICKS;
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

function sum(numbers) {
  return numbers.reduce((total, one) => total + one, 0);
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function seconds(n) {
  return new Promise((resolve) => setTimeout(resolve, n * 1000));
}
