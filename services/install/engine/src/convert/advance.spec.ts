import { createServer, type AddressInfo } from 'node:net';
import ssh2 from 'ssh2';
import { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import { NEW_AGENT_STATE, type AgentState } from '../agent-api/agent-state.js';
import { EngineError, toFailure } from '../failures/engine-error.js';
import { NO_ORIGINS } from '@casement/windows-image/origins/chunk-origins.js';
import { makePlan } from '../machine/plan.js';
import { sampleFacts } from '../testing/sample-facts.js';
import { hostKey } from '../testing/ssh-key.js';
import { advance } from './advance.js';
import type { ConvertPorts } from './ports.js';
import { CONVERT_SETTINGS } from './settings.js';
import {
  newConvertState,
  recoveryState,
  type ConvertJob,
  type ConvertState,
  type StepName,
} from './state.js';

const START = new Date('2026-01-01T00:00:00.000Z');
const MINUTE = 60_000;
const JOB: ConvertJob = {
  installId: 'install-1',
  host: '10.0.0.1',
  port: 22,
  ssh: { port: 22, user: 'root' },
  imageSha256: 'f'.repeat(64),
  agentUrl: 'https://example.com',
  boot: 'auto',
};

function setup({ agent = {}, afterMs = 0 }: { agent?: Partial<AgentState>; afterMs?: number }) {
  let storedAgentState: AgentState = { ...NEW_AGENT_STATE, ...agent };
  const ports: ConvertPorts = {
    settings: CONVERT_SETTINGS,
    addresses: new AddressPolicy({}),
    images: {
      readManifest: () => Promise.reject(new Error('the store is away')),
    } as unknown as ConvertPorts['images'],
    origins: NO_ORIGINS,
    versions: () => Promise.resolve([]),
    toolkit: () => Promise.reject(new EngineError('TOOLKIT_MISSING')),
    vpsCredentials: () => Promise.resolve({ password: 'root', key: null }),
    rdpPassword: () => Promise.resolve('rdp'),
    linuxAccess: () => Promise.reject(new Error('no Linux')),
    issueAgentToken: () => Promise.resolve('token'),
    agent: {
      state: () => Promise.resolve(storedAgentState),
      reset: () => Promise.resolve(),
      closeCommit: (_id, _epoch, failure) => {
        if (storedAgentState.commitNonce !== null) return Promise.resolve(false);
        storedAgentState = { ...storedAgentState, commitClosed: true, closedWith: failure };
        return Promise.resolve(true);
      },
    },
    now: () => new Date(START.getTime() + afterMs),
  };
  const worker = { epoch: 1, signal: new AbortController().signal };
  const run = (state: ConvertState) => advance(JOB, state, ports, worker);
  return { ports, run };
}

const at = (step: StepName, over: Partial<ConvertState> = {}): ConvertState => ({
  ...newConvertState(START),
  step,
  ...over,
});

describe(advance.name, () => {
  it('ends the install with TOOLKIT_MISSING when the toolkit is missing', async () => {
    const { run } = setup({});
    const { state } = await run(at('probe', { phase: 'checking' }));
    expect(state).toMatchObject({ step: 'restore', failure: { code: 'TOOLKIT_MISSING' } });
  });

  describe('unexpected error', () => {
    const broken = (afterMs: number, over: Partial<ConvertState> = {}) => {
      const { ports, run } = setup({ afterMs });
      const fault = new Error('a driver printed something secret');
      ports.toolkit = () => Promise.reject(fault);
      return { fault, result: run(at('probe', { phase: 'checking', ...over })) };
    };

    it('retries while the step has time left', async () => {
      const { fault, result } = broken(MINUTE);
      expect(await result).toMatchObject({ state: { step: 'probe', failure: null }, fault });
    });

    it('fails the install after the step’s time limit without storing the error text', async () => {
      const { result } = broken(9 * MINUTE);
      const { state } = await result;
      expect(state).toMatchObject({ step: 'restore', failure: { code: 'ENGINE_FAULT' } });
      expect(JSON.stringify(state)).not.toContain('secret');
    });
  });

  describe('detail of a failure caused by the VPS', () => {
    const failing = (vpsCredentials: ConvertPorts['vpsCredentials']) => {
      const { ports, run } = setup({});
      ports.vpsCredentials = vpsCredentials;
      ports.toolkit = () =>
        Promise.reject(
          new EngineError('REMOTE_FAILED', {}, { detail: 'chpasswd: root:sesame-73' }),
        );
      return run(at('probe', { phase: 'checking' }));
    };

    it('is stored with the root password redacted', async () => {
      const { state } = await failing(() => Promise.resolve({ password: 'sesame-73', key: null }));
      expect(state.failure).toMatchObject({ detail: 'chpasswd: root:[removed]' });
    });

    it('is not stored if the root password cannot be read', async () => {
      const { state } = await failing(() => Promise.reject(new Error('the database is away')));
      expect(state.failure).toMatchObject({ code: 'REMOTE_FAILED', detail: null });
    });

    it('is stored after the commit, when the root password has been erased', async () => {
      const failed = {
        code: 'CHUNK_UNREACHABLE' as const,
        detail: 'curl: (28)',
        final: true,
        at: START.toISOString(),
        bytesDone: 5,
      };
      const { ports, run } = setup({ agent: { commitNonce: 'boot-1', failed } });
      ports.vpsCredentials = () => Promise.reject(new Error('the root password was erased'));
      const { state } = await run(at('write', { status: 'running', phase: 'writing' }));
      expect(state.failure).toMatchObject({ detail: 'curl: (28)' });
    });
  });

  it('continues with the failure that closed the commit when a worker died before recording it', async () => {
    const closedWith = { ...toFailure('STAGE_SILENT'), detail: null, at: START.toISOString() };
    const { run } = setup({ agent: { commitClosed: true, closedWith } });
    const { state } = await run(at('inspect', { phase: 'checking' }));
    expect(state).toMatchObject({ step: 'restore', failure: { code: 'STAGE_SILENT' } });
  });

  it('continues writing when the commit was granted before the failure could close it', async () => {
    const { ports, run } = setup({});
    // The grant happens after the step has read the state.
    ports.agent.closeCommit = () => Promise.resolve(false);
    const { state } = await run(at('probe', { phase: 'checking' }));
    expect(state).toMatchObject({ step: 'write', failure: null });
  });

  it('repeats no earlier step after the commit, when the root password is gone', async () => {
    const { ports, run } = setup({ agent: { commitNonce: 'boot-1' } });
    ports.vpsCredentials = () => Promise.reject(new Error('the root password was erased'));
    const { state, fault } = await run(at('restart', { phase: 'rebooting' }));
    expect(state).toMatchObject({ step: 'write', status: 'running', failure: null });
    expect(fault).toBeUndefined();
  });

  describe('install from a recovery system', () => {
    const plan = makePlan(sampleFacts(), 'grub');
    const fresh = recoveryState({ ...at('end'), plan }, 'b'.repeat(32), START);
    const noLinux = (options: Parameters<typeof setup>[0]) => {
      const { ports, run } = setup(options);
      ports.vpsCredentials = () => Promise.reject(new Error('there is no root password'));
      return run;
    };

    it('awaits the check-in without connecting to the VPS', async () => {
      const { state, fault } = await noLinux({})(fresh);
      expect(state).toMatchObject({ step: 'check-in', phase: 'rebooting', failure: null });
      const waiting = await noLinux({ afterMs: 11 * MINUTE })(state);
      expect(waiting.state).toEqual(state);
      expect([fault, waiting.fault]).toEqual([undefined, undefined]);
    });

    it('fails before the commit without waiting for a Linux', async () => {
      const run = noLinux({ afterMs: 13 * MINUTE });
      const { state } = await run({ ...fresh, step: 'check-in', phase: 'rebooting' });
      expect(state).toMatchObject({ step: 'restore', failure: { code: 'RECOVERY_SILENT' } });
      expect(await run(state)).toMatchObject({
        state: { step: 'end', status: 'failed', restored: null },
        nextRunInMs: null,
      });
    });

    it('stores the detail of a failure that its stage reports', async () => {
      const failed = { code: 'IMAGE_MISSING', detail: 'the sample', final: true } as const;
      const agent = { failed: { ...failed, at: START.toISOString(), bytesDone: 0 } };
      const { state } = await noLinux({ agent })({ ...fresh, step: 'commit', phase: 'rebooting' });
      expect(state.failure).toMatchObject({ code: 'IMAGE_MISSING', detail: 'the sample' });
    });
  });

  describe('stage that is silent or complains during the write', () => {
    const writing = at('write', { status: 'running', phase: 'writing' });
    const minute = (minutes: number) => new Date(START.getTime() + minutes * MINUTE).toISOString();
    const complains = (since: number, final = false): Partial<AgentState> => ({
      commitNonce: 'boot-1',
      reportedAt: minute(60),
      failed: {
        code: 'CHUNK_UNREACHABLE',
        detail: 'curl: (28)',
        final,
        at: minute(since),
        bytesDone: 5,
      },
    });

    it('keeps waiting during four minutes of silence', async () => {
      const agent = { commitNonce: 'boot-1', reportedAt: minute(56) };
      const { state, nextRunInMs } = await setup({ agent, afterMs: 60 * MINUTE }).run(writing);
      expect(state).toMatchObject({ step: 'write', failure: null });
      expect(nextRunInMs).toBe(CONVERT_SETTINGS.pollMs);
    });

    it('goes to review after five minutes of silence or ten minutes of complaints', async () => {
      const silent = { commitNonce: 'boot-1', reportedAt: minute(54) };
      for (const [agent, code] of [
        [silent, 'AGENT_LOST'],
        [complains(49), 'CHUNK_UNREACHABLE'],
        [complains(59, true), 'CHUNK_UNREACHABLE'],
      ] as const) {
        const { state } = await setup({ agent, afterMs: 60 * MINUTE }).run(writing);
        expect(state).toMatchObject({ step: 'review', status: 'manual_review', failure: { code } });
      }
    });

    it('may keep complaining while the image server is down and recovers', async () => {
      const { run } = setup({ agent: complains(52), afterMs: 60 * MINUTE });
      expect((await run(writing)).state).toMatchObject({ step: 'write', failure: null });
    });
  });

  describe('VPS that rejects the password or has another identity', () => {
    const servers: { close(): unknown }[] = [];
    afterEach(() => void servers.splice(0).forEach((server) => server.close()));

    /** Returns a closed port, as on a VPS that limits new connections. */
    async function closedPort(): Promise<number> {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      await new Promise((resolve) => server.close(resolve));
      return port;
    }

    /** Runs a step that signs in, against an SSH server that accepts no password. */
    async function onServer(step: StepName, over: Partial<ConvertState>, afterMs = MINUTE) {
      const server = new ssh2.Server({ hostKeys: [hostKey()] }, (client) => {
        client.on('error', () => undefined);
        client.on('authentication', (request) => request.reject(['password']));
      });
      servers.push(server);
      const port = await new Promise<number>((resolve) => {
        server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
      });
      return onVps({ host: '127.0.0.1', port }, step, over, afterMs);
    }

    async function onVps(
      address: { host: string; port: number },
      step: StepName,
      over: Partial<ConvertState>,
      afterMs = MINUTE,
    ) {
      const { ports } = setup({ afterMs });
      ports.addresses = new AddressPolicy({ allowed: ['127.0.0.1/32'] });
      const ssh = { port: address.port, user: 'root' };
      const job = { ...JOB, ...address, ssh };
      const plan = { boot: { way: 'grub' } } as NonNullable<ConvertState['plan']>;
      const state = at(step, { phase: 'rebooting', plan, linuxBootId: 'boot-1', ...over });
      const worker = { epoch: 1, signal: new AbortController().signal };
      return (await advance(job, state, ports, worker)).state;
    }

    it('is not reported as a wrong password while it shuts down', async () => {
      expect(await onServer('restart', {})).toMatchObject({ step: 'restart', failure: null });
      const resultAfterDeadline = await onServer('restart', {}, 4 * MINUTE);
      expect(resultAfterDeadline).toMatchObject({
        step: 'restore',
        failure: { code: 'SSH_AUTH_FAILED' },
      });
    });

    it('counts as restarting only after a restart may have been sent', async () => {
      const refused = { host: '127.0.0.1', port: await closedPort() };
      expect(await onVps(refused, 'restart', {})).toMatchObject({ step: 'restart', failure: null });
      expect(await onVps(refused, 'restart', { restartSent: true })).toMatchObject({
        step: 'check-in',
      });
    });

    it('is retried at the first connection only if it has answered a check before', async () => {
      const refused = { host: '127.0.0.1', port: await closedPort() };
      const over = { phase: 'connecting', fingerprint: 'SHA256:checked' } as const;
      expect(await onVps(refused, 'connect', over)).toMatchObject({
        step: 'connect',
        failure: null,
      });
      expect(await onVps(refused, 'connect', { ...over, fingerprint: null })).toMatchObject({
        step: 'restore',
        failure: { code: 'SSH_REFUSED' },
      });
      const resultAfterDeadline = await onVps(refused, 'connect', over, 4 * MINUTE);
      expect(resultAfterDeadline).toMatchObject({
        step: 'restore',
        failure: { code: 'SSH_REFUSED' },
      });
    });

    it('changes nothing while the stage is awaited', async () => {
      expect(await onServer('check-in', {})).toMatchObject({ step: 'check-in', failure: null });
    });

    const other = { fingerprint: 'SHA256:of-before' };

    it('is detected by its host key while the stage is awaited', async () => {
      const state = await onServer('check-in', other);
      expect(state).toMatchObject({ step: 'restore', failure: { code: 'SSH_HOST_KEY_CHANGED' } });
    });

    it('is detected by its host key on the way back to Linux and not entered again', async () => {
      const failure = { ...toFailure('STAGE_SILENT'), detail: null, at: START.toISOString() };
      expect(await onServer('restore', { ...other, failure })).toMatchObject({
        status: 'failed',
        failure: { code: 'SSH_HOST_KEY_CHANGED', detail: 'STAGE_SILENT' },
        restored: { linux: false, clean: false },
      });
    });
  });

  it('stays in review after any error during review', async () => {
    const { run } = setup({});
    const before = at('review', { phase: 'verifying', status: 'manual_review' });
    expect(await run(before)).toEqual({
      state: before,
      nextRunInMs: CONVERT_SETTINGS.reviewPollMs,
    });
  });

  describe('failed install', () => {
    const failure = (code: 'SSH_AUTH_FAILED' | 'SSH_HOST_KEY_CHANGED') => ({
      ...toFailure(code),
      detail: null,
      at: START.toISOString(),
    });

    it('ends immediately if no files were sent to the VPS', async () => {
      const { run } = setup({});
      const { state } = await run(at('restore', { failure: failure('SSH_AUTH_FAILED') }));
      expect(state).toMatchObject({
        status: 'failed',
        restored: { linux: true, clean: true, left: [] },
      });
    });

    it('does not sign in to a VPS with another identity and records what may remain', async () => {
      const { run } = setup({});
      const plan = {} as NonNullable<ConvertState['plan']>;
      const { state } = await run(
        at('restore', { failure: failure('SSH_HOST_KEY_CHANGED'), plan, stagePath: '/boot/x' }),
      );
      expect(state.restored).toMatchObject({ linux: false, clean: false });
      expect(state.restored?.left).toContain('/boot/casement');
    });
  });
});
