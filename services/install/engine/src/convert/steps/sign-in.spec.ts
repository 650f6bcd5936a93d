import { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import { StandInWindows, type StandInOptions } from '../../testing/rdp/stand-in-windows.js';
import { NEW_AGENT_STATE, type AgentState } from '../../agent-api/agent-state.js';
import { toFailure } from '../../failures/engine-error.js';
import { advance } from '../advance.js';
import type { ConvertPorts } from '../ports.js';
import { CONVERT_SETTINGS } from '../settings.js';
import { newConvertState, type ConvertState, type StepName } from '../state.js';

const PASSWORD = 'Sunrise-9!';
const MINUTE = 60_000;
const START = new Date('2026-01-01T00:00:00.000Z');

const open: StandInWindows[] = [];
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));

/** Sets up an install whose Windows answers; `pass` advances the clock. */
async function setup(
  options: StandInOptions = {},
  { agent = {}, step = 'verify', state = {} }: SetupOptions = {},
) {
  const windows = new StandInWindows({ password: PASSWORD, ...options });
  open.push(windows);
  const port = await windows.listen();
  const up = { ...NEW_AGENT_STATE, commitNonce: 'boot-1', windowsUpAt: START.toISOString() };
  let now = START;
  let rdpPasswords = 0;
  const ports = {
    settings: { ...CONVERT_SETTINGS, rdp: { ...CONVERT_SETTINGS.rdp, listenMs: 10 } },
    addresses: new AddressPolicy({ allowed: ['127.0.0.1/32'] }),
    rdpPassword: () => {
      rdpPasswords += 1;
      return Promise.resolve(PASSWORD);
    },
    agent: { state: () => Promise.resolve({ ...up, ...agent }) },
    now: () => now,
  } as unknown as ConvertPorts;
  const job = {
    installId: 'install-1',
    host: '127.0.0.1',
    port,
    ssh: { port, user: 'root' },
    imageSha256: 'f'.repeat(64),
    agentUrl: 'https://example.com',
    boot: 'auto' as const,
  };
  const worker = { epoch: 1, signal: new AbortController().signal };
  let current: ConvertState = {
    ...newConvertState(START),
    step,
    phase: 'verifying',
    status: step === 'review' ? 'manual_review' : 'running',
    ...state,
  };
  return {
    windows,
    port,
    passwordsOpened: () => rdpPasswords,
    pass: (ms: number) => (now = new Date(now.getTime() + ms)),
    /** Runs until no step can advance at the current time. */
    run: async () => {
      for (;;) {
        const result = await advance(job, current, ports, worker);
        if (result.fault) throw result.fault as Error;
        current = result.state;
        if (result.nextRunInMs !== 0) return { ...current, nextRunInMs: result.nextRunInMs };
      }
    },
  };
}

interface SetupOptions {
  agent?: Partial<AgentState>;
  step?: StepName;
  state?: Partial<ConvertState>;
}

describe('proof that Windows accepts the password', () => {
  it('completes the install and is stored with the certificate seen', async () => {
    const { run, port, windows, passwordsOpened } = await setup();
    expect(await run()).toMatchObject({
      step: 'end',
      status: 'completed',
      failure: null,
      rdp: {
        account: 'Administrator',
        port,
        proof: 'password_accepted',
        provenAt: START.toISOString(),
        certificateSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    // Two handshakes and one sign-in.
    expect([windows.asked, windows.accepted, passwordsOpened()]).toEqual([3, 1, 1]);
  });

  it('uses the account name reported by Windows', async () => {
    const { run } = await setup({ user: 'Адміністратор' }, { agent: { account: 'Адміністратор' } });
    expect(await run()).toMatchObject({ status: 'completed', rdp: { account: 'Адміністратор' } });
  });

  it('waits a minute for a report that may name a renamed account', async () => {
    const { run, pass, windows, passwordsOpened } = await setup(
      {},
      { agent: { windowsUpAt: null } },
    );
    expect(await run()).toMatchObject({ step: 'verify', nextRunInMs: CONVERT_SETTINGS.pollMs });
    expect([windows.tried, passwordsOpened()]).toEqual([0, 0]);
    pass(MINUTE);
    expect(await run()).toMatchObject({ status: 'completed' });
  });

  it('is attempted three times, minutes apart, before the install goes to review with the reason', async () => {
    const { run, pass, windows } = await setup({ password: 'another' });
    expect(await run()).toMatchObject({
      step: 'verify',
      signIns: { count: 1 },
      nextRunInMs: MINUTE,
    });
    // An earlier run neither attempts a sign-in nor connects.
    const { asked } = windows;
    pass(MINUTE - 1);
    expect(await run()).toMatchObject({ signIns: { count: 1 }, nextRunInMs: 1 });
    expect(windows.asked).toBe(asked);
    pass(1);
    expect(await run()).toMatchObject({ signIns: { count: 2 }, nextRunInMs: 6 * MINUTE });
    pass(6 * MINUTE);
    expect(await run()).toMatchObject({
      step: 'review',
      status: 'manual_review',
      failure: {
        code: 'RDP_PASSWORD_REFUSED',
        message: 'Windows is responding, but did not accept the RDP password of Administrator.',
        detail: '0xC000006D',
      },
      rdp: null,
    });
    expect(windows.tried).toBe(3);
    pass(60 * MINUTE);
    await run();
    expect(windows.tried).toBe(3);
  });

  it('tries two message orders immediately and the third a few minutes later', async () => {
    const { run, pass, windows } = await setup({ version: 2, password: 'another' });
    expect(await run()).toMatchObject({
      step: 'verify',
      signIns: { count: 2, from: 'spnego-combined' },
      nextRunInMs: 6 * MINUTE,
    });
    pass(6 * MINUTE);
    expect(await run()).toMatchObject({ step: 'review', failure: { code: 'RDP_SIGN_IN_LOST' } });
    expect(windows.tried).toBe(3);
  });

  it('starts with the message order that was answered before', async () => {
    const { run, pass, windows } = await setup({
      wrappings: ['spnego'],
      publicKeyLeg: 'combined',
      status: 0xc000006d,
    });
    expect(await run()).toMatchObject({ signIns: { count: 2, from: 'spnego-combined' } });
    pass(6 * MINUTE);
    await run();
    expect(windows.tried).toBe(3);
  });

  it('works with a server that takes the public key in a separate leg', async () => {
    const { run, windows } = await setup({ publicKeyLeg: 'deferred' });
    expect(await run()).toMatchObject({ status: 'completed' });
    expect(windows.tried).toBe(2);
  });

  it('waits for the end of a lockout before the next attempt', async () => {
    const { run } = await setup({ status: 0xc0000234 });
    expect(await run()).toMatchObject({ signIns: { count: 1 }, nextRunInMs: 6 * MINUTE });
  });

  it('has time for three attempts on a locked account', async () => {
    const { run, pass } = await setup({ status: 0xc0000234 });
    for (const minutes of [6, 6]) {
      await run();
      pass(minutes * MINUTE);
    }
    expect(await run()).toMatchObject({ step: 'review', failure: { code: 'RDP_ACCOUNT_LOCKED' } });
  });

  it('fails with specific codes for a Windows without NLA or without the CredSSP fix', async () => {
    for (const [options, code] of [
      [{ offers: 'tls' }, 'RDP_NLA_MISSING'],
      [{ version: 4 }, 'RDP_SERVER_OUTDATED'],
    ] as const) {
      const { run } = await setup(options);
      expect(await run()).toMatchObject({ signIns: { count: 1, failure: { code } }, rdp: null });
    }
  });

  it('does not count an attempt whose connection was lost before the password was checked', async () => {
    let asked = 0;
    const { run, windows } = await setup({
      onAsked: () => {
        asked += 1;
        if (asked === 3) void windows.close();
      },
    });
    const state = await run();
    expect(state).toMatchObject({ step: 'verify', signIns: null });
    expect(state.lastAnswer).toMatch(/^sign-in: unreachable/);
  });

  it('needs only the handshake if the image has no NLA', async () => {
    const { run, windows, passwordsOpened } = await setup(
      { offers: 'tls' },
      { state: { handshakeOnly: true } },
    );
    expect(await run()).toMatchObject({
      status: 'completed',
      rdp: { account: 'Administrator', proof: 'handshake', certificateSha256: null },
    });
    expect([windows.tried, passwordsOpened()]).toEqual([0, 0]);
  });
});

describe('install in review', () => {
  const silent = { ...toFailure('WINDOWS_SILENT'), detail: null, at: START.toISOString() };
  const review = (over: Partial<ConvertState> = {}): SetupOptions => ({
    step: 'review',
    state: { failure: silent, ...over },
  });

  it('is completed by a Windows that comes up late', async () => {
    const { run } = await setup({}, review());
    expect(await run()).toMatchObject({ status: 'completed', failure: null, rdp: {} });
  });

  it('shows why Windows rejected the password, and attempts at most three sign-ins', async () => {
    const { run, pass, windows } = await setup({ status: 0xc0000072 }, review());
    for (let poll = 0; poll < 5; poll += 1) {
      expect(await run()).toMatchObject({
        status: 'manual_review',
        failure: { code: 'RDP_ACCOUNT_RESTRICTED' },
      });
      pass(10 * MINUTE);
    }
    expect(windows.tried).toBe(3);
  });
});
