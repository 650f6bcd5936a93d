import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { ORIGIN, startRelay, startRelayProcess } from '../../src/testing/relay.js';
import { StandInDesktops } from '../../src/testing/stand-in-desktops.js';
import { RelayBrowser } from '../../src/testing/relay-browser.js';
import { ScriptedDesktop } from '../../src/testing/scripted-desktop.js';
import type { ServiceProcess } from '@casement/common/testing/service-process.js';

let install: StandInDesktops;
let desktop: ScriptedDesktop;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'casement-relay-'));
  // Sends all received data back.
  desktop = await ScriptedDesktop.start({ secured: (tls) => tls.pipe(tls) });
});
beforeEach(async () => {
  install = await StandInDesktops.start();
});
afterEach(() => install.stopServer());
afterAll(async () => {
  await desktop.close();
  await rm(folder, { recursive: true });
});

const issue = () => {
  const { host, port, certificateSha256 } = desktop;
  return install.issue({ host, port, certificateSha256 });
};
const open = (address: string) => RelayBrowser.open(address, issue());
const addressOf = ({ url }: ServiceProcess) => new URL(url).host;
async function echoes(browser: RelayBrowser, text: string): Promise<void> {
  browser.send(Buffer.from(text));
  expect((await browser.receive()).toString()).toBe(text);
}

describe('two replicas', () => {
  it('share no state: after one is killed, the next ticket opens the desktop through the other', async () => {
    const [one, other] = await Promise.all(
      ['one', 'other'].map((name) => startRelayProcess(install, join(folder, name))),
    );
    const [browser] = await open(addressOf(one));
    await echoes(browser, 'begun');
    await one.kill();
    expect((await browser.end()).code).toBe(1006);
    await waitFor(() => desktop.connections === 0);

    const [again] = await open(addressOf(other));
    await echoes(again, 'goes on');
    const replicas = install.opened.map(({ replica }) => replica);
    expect(new Set(replicas).size).toBe(2);
    again.close();
    await again.end();
    await waitFor(() => install.reasons.includes('closed'));
    // The first session has no end yet: its replica was killed and could not report it, so the install service will
    // consider it lost.
    expect(install.reasons).toEqual([undefined, 'closed']);
    await other.stop();
  });
});

describe('replica shutdown', () => {
  it('ends desktops one after the other, accepts no new ones and reports all of them', async () => {
    const logFile = join(folder, 'stopped');
    const relay = await startRelayProcess(install, logFile, { DRAIN_MS: '3000' });
    const browsers = [];
    for (let n = 0; n < 5; n += 1) browsers.push((await open(addressOf(relay)))[0]);
    for (const browser of browsers) await echoes(browser, 'here');

    const stopped = relay.stop();
    const ends: number[] = [];
    for (const browser of browsers) {
      void browser.end().then(() => ends.push(Date.now()));
    }
    const url = `${relay.url}/health/ready`;
    await waitFor(async () => (await fetch(url)).status === 503);
    await expect(RelayBrowser.connect(addressOf(relay))).rejects.toThrow('503');
    await waitFor(() => ends.length === 1);
    // The others are still open.
    await echoes(browsers[4], 'still here');
    await stopped;
    await waitFor(() => ends.length === 5);
    for (const browser of browsers) {
      expect(browser.closed).toEqual({ code: 4010, reason: 'relay_stopped' });
    }
    expect(ends[4] - ends[0]).toBeGreaterThan(1_000);
    expect(install.reasons).toEqual(Array(5).fill('relay_stopped'));
  });

  it('logs who, when, how much and why, but neither ticket nor content', async () => {
    const logFile = join(folder, 'log');
    const relay = await startRelayProcess(install, logFile);
    const ticket = issue();
    const [browser] = await RelayBrowser.open(addressOf(relay), ticket);
    await echoes(browser, 'secret-of-the-desktop');
    browser.close();
    await browser.end();
    const refused = 'd'.repeat(43);
    await (await RelayBrowser.open(addressOf(relay), refused))[0].end();
    await waitFor(() => install.reasons[0] === 'closed');
    await relay.stop();

    const text = await readFile(logFile, 'utf8');
    const lines = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as object);
    const ended = lines.find((line) => 'reason' in line && line.reason === 'closed');
    expect(ended).toMatchObject({
      sessionId: [...install.reports.keys()][0],
      userId: expect.any(String),
      installId: expect.any(String),
      ip: '127.0.0.1',
      seconds: expect.any(Number),
      bytesToWindows: 21,
      bytesToBrowser: 21,
    });
    for (const secret of [ticket, refused, 'secret-of-the-desktop']) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('open desktop', () => {
  const limits = { reportMs: 50, tickMs: 20 };

  it('ends with the given reason when the install service asks for it', async () => {
    const relay = await startRelay({ install, limits });
    const [ended] = await open(relay.address);
    const [openSession] = await open(relay.address);
    const [sessionId] = install.reports.keys();
    install.ends.push({ sessionId, reason: 'ended_by_administrator' });
    expect(await ended.end()).toEqual({ code: 4008, reason: 'ended_by_administrator' });
    await waitFor(() => install.reasons[0] === 'ended_by_administrator');
    await echoes(openSession, 'untouched');
    await relay.close();
  });

  it('is reported while it runs', async () => {
    const relay = await startRelay({ install, limits });
    const [browser] = await open(relay.address);
    await echoes(browser, '12345');
    await waitFor(() => [...install.reports.values()][0].bytesToBrowser === 5);
    expect([...install.reports.values()][0]).toMatchObject({ bytesToWindows: 5 });
    expect(install.reasons).toEqual([undefined]);
    await relay.close();
  });

  it('survives an outage of the install service, which receives its end afterwards', async () => {
    const relay = await startRelay({ install, limits });
    const [browser] = await open(relay.address);
    const [ends] = await open(relay.address);
    const lateTicket = issue();
    install.stopServer();
    await echoes(browser, 'alone');
    const [refused, answer] = await RelayBrowser.open(relay.address, lateTicket);
    expect(answer).toMatchObject({ httpStatus: 503 });
    expect(await refused.end()).toEqual({ code: 1013, reason: 'unavailable' });
    ends.close();
    await ends.end();
    await echoes(browser, 'still alone');

    await install.restartServer();
    await waitFor(() => install.reasons[1] === 'closed');
    await waitFor(() => [...install.reports.values()][0].bytesToBrowser === 16);
    expect(install.reasons[0]).toBeUndefined();
    // The ticket was not redeemed by the failed attempt, so it is still valid.
    const [later] = await RelayBrowser.open(relay.address, lateTicket);
    await echoes(later, 'back');
    await relay.close();
  });

  it('counts toward the limit: a full replica sends the next browser elsewhere without redeeming its ticket', async () => {
    const relay = await startRelay({ install, limits, env: { DESKTOP_MAX_SESSIONS: '1' } });
    const [browser] = await open(relay.address);
    const ticket = issue();
    const [refused, answer] = await RelayBrowser.open(relay.address, ticket);
    expect(answer).toMatchObject({ httpStatus: 503 });
    expect(await refused.end()).toEqual({ code: 1013, reason: 'full' });
    browser.close();
    await browser.end();
    await waitFor(() => install.reasons[0] === 'closed');
    const [next] = await RelayBrowser.open(relay.address, ticket);
    await echoes(next, 'in');
    await relay.close();
  });

  it('keeps its capacity: silent browsers are counted separately', async () => {
    const relay = await startRelay({ install, limits: { ...limits, maxPending: 2 } });
    const silent = [
      await RelayBrowser.connect(relay.address),
      await RelayBrowser.connect(relay.address),
    ];
    await expect(RelayBrowser.connect(relay.address, { origin: ORIGIN })).rejects.toThrow('503');
    silent[0].close();
    await silent[0].end();
    const [browser] = await waitFor(() => open(relay.address));
    await echoes(browser, 'in');
    await relay.close();
  });
});
