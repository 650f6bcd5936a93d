import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { ORIGIN, startRelayProcess } from '../../src/testing/relay.js';
import { StandInDesktops } from '../../src/testing/stand-in-desktops.js';
import { rdCleanPathRequest, RelayBrowser } from '../../src/testing/relay-browser.js';
import { ScriptedDesktop } from '../../src/testing/scripted-desktop.js';
import type { ServiceProcess } from '@casement/common/testing/service-process.js';

const MIB = 2 ** 20;
const SESSIONS = 16;
const MAX_PER_SESSION = 8 * MIB;
/** Above 64 MiB, the amount of pending buffers at which V8 starts to collect them. */
const MAX_GROWTH = 96 * MIB;
/** `SOAK_PASTE_MIB=1024` pastes a full GiB. */
const PASTE = Number(process.env.SOAK_PASTE_MIB ?? 128) * MIB;
const SAMPLE_MS = 200;
const MESSAGE = randomBytes(2 * MIB);

interface Sample {
  held: number;
  relayedBytes: number;
}

/** Returns the relay process's resident memory (including garbage and OpenSSL's buffers) and its relayed bytes. */
async function sample({ url }: ServiceProcess): Promise<Sample> {
  const text = await (await fetch(`${url}/internal/metrics`)).text();
  const value = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}(?:{.*})? (.*)$`, 'gm'))].reduce(
      (sum, [, number]) => sum + Number(number),
      0,
    );
  return {
    held: value('process_resident_memory_bytes'),
    relayedBytes: value('casement_desktop_bytes_total'),
  };
}

describe(`memory of a relay with ${SESSIONS} desktops`, () => {
  let install: StandInDesktops;
  let folder: string;
  let relay: ServiceProcess;
  let desktop: ScriptedDesktop | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'casement-relay-'));
    install = await StandInDesktops.start();
  });
  // Uses a new relay for each test, because memory still held after one test would hide growth in the next.
  beforeEach(async () => {
    const env = { TRUSTED_PROXIES: '127.0.0.1' };
    relay = await startRelayProcess(install, join(folder, 'log'), env);
  });
  afterEach(async () => {
    await relay.stop();
    await desktop?.close();
  });
  afterAll(async () => {
    install.stopServer();
    await rm(folder, { recursive: true });
  });

  async function open(secured: (tls: TLSSocket) => void): Promise<RelayBrowser[]> {
    desktop = await ScriptedDesktop.start({ secured });
    const { host, port, certificateSha256 } = desktop;
    const opened = Array.from({ length: SESSIONS }, async (_, n) => {
      const headers = { origin: ORIGIN, 'x-real-ip': `192.0.2.${n}` };
      const browser = await RelayBrowser.connect(new URL(relay.url).host, headers);
      browser.send(rdCleanPathRequest(install.issue({ host, port, certificateSha256 })));
      await browser.receive();
      return browser;
    });
    return Promise.all(opened);
  }

  /** Samples memory until `isOver` returns true and returns the highest growth per session. */
  async function maxUntil(
    before: Sample,
    isOver: (relayedBytes: number) => boolean,
  ): Promise<number> {
    let most = 0;
    await waitFor(
      async () => {
        const { held, relayedBytes } = await sample(relay);
        most = Math.max(most, held - before.held);
        return isOver(relayedBytes - before.relayedBytes);
      },
      { everyMs: SAMPLE_MS, timeoutMs: 170_000 },
    );
    return most / SESSIONS;
  }

  /**
   * Returns a check that is true once no bytes have been relayed for five seconds, which means that all buffers are
   * full.
   */
  function isStalled(): (relayedBytes: number) => boolean {
    let before = 0;
    let samples = 0;
    return (relayedBytes) => {
      samples = relayedBytes > 0 && relayedBytes === before ? samples + 1 : 0;
      before = relayedBytes;
      return samples * SAMPLE_MS > 5_000;
    };
  }

  it('stays small while Windows floods browsers that do not read', async () => {
    const flood = (tls: TLSSocket) => {
      const write = () => {
        while (tls.write(MESSAGE));
      };
      tls.on('drain', write);
      write();
    };
    const before = await sample(relay);
    const browsers = await open(flood);
    for (const { socket } of browsers) socket.pause();
    expect(await maxUntil(before, isStalled())).toBeLessThan(MAX_PER_SESSION);
    for (const { socket } of browsers) socket.terminate();
  });

  it('stays small while browsers paste faster than Windows reads', async () => {
    const before = await sample(relay);
    const browsers = await open((tls) => tls.pause());
    for (const { socket } of browsers) {
      for (let n = 0; n < 16; n += 1) socket.send(MESSAGE);
    }
    expect(await maxUntil(before, isStalled())).toBeLessThan(MAX_PER_SESSION);
    for (const { socket } of browsers) socket.terminate();
  });

  it(`passes a paste of ${PASTE / MIB} MiB on as fast as Windows reads, and holds little of it`, async () => {
    let arrived = 0;
    const before = await sample(relay);
    const browsers = await open((tls) =>
      tls.on('data', ({ length }: Buffer) => (arrived += length)),
    );
    const [{ socket }] = browsers;
    const paste = (left: number) => {
      if (left > 0) socket.send(MESSAGE, () => paste(left - MESSAGE.length));
    };
    paste(PASTE);
    const max = await maxUntil(before, () => arrived === PASTE);
    // With flowing data, most of the memory is uncollected garbage, which does not grow with the paste.
    expect(max * SESSIONS).toBeLessThan(MAX_GROWTH);
    for (const one of browsers) one.socket.terminate();
  });
});
