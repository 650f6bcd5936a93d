import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { toFailure } from '../failures/engine-error.js';
import { planNetwork } from '../machine/network-plan.js';
import { sampleFacts } from '../testing/sample-facts.js';
import { AgentSession, windowsUpToken } from './agent-session.js';
import { MemoryInstalls } from './memory-installs.js';

const ID = 'install-1';
const NONCE = 'a'.repeat(32);
const VPS = '198.51.100.7';
const OTHER_NONCE = 'b'.repeat(32);
const FAILURE = {
  ...toFailure('CANCELLED'),
  detail: null,
  at: '2026-01-01T00:00:00.000Z',
};
const CHECK_IN = { nonce: NONCE, kernel: '6.1', memory_kb: 1, log: [] };
const REPORT = {
  nonce: NONCE,
  sequence: 1,
  phase: 'writing' as const,
  bytes_done: 10,
  bytes_total: 100,
  rate: 5,
  eta: 18,
  event: '' as const,
  log: ['one'],
};

async function setup(over: { guard?: boolean; keepsRecovery?: boolean } = {}) {
  const installs = new MemoryInstalls();
  installs.add({
    installId: ID,
    imageSha256: 'f'.repeat(64),
    secrets: () => ({
      rdpPassword: 'secret-1',
      network: planNetwork(sampleFacts()),
      rdpPort: 22,
    }),
    ...over,
  });
  const token = { token: await installs.issueToken(ID), address: VPS };
  let now = '2026-01-01T00:00:00.000Z';
  const sut = new AgentSession(installs, () => new Date(now));
  const setTime = (at: string) => (now = at);
  return { sut, installs, token, setTime, state: () => installs.state(ID) };
}

async function committed(over: Parameters<typeof setup>[0] = {}) {
  const context = await setup(over);
  await context.sut.checkIn(context.token, CHECK_IN);
  await context.sut.commit(context.token, { nonce: NONCE });
  return context;
}

const never = (): never => {
  throw new Error('not asked for');
};

const refused = (code: string): unknown => expect.objectContaining({ code });

describe(AgentSession.name, () => {
  it('rejects unknown and replaced tokens', async () => {
    const { sut, installs, token } = await setup();
    await installs.issueToken(ID);
    await expect(sut.checkIn(token, CHECK_IN)).rejects.toEqual(refused('AGENT_TOKEN_INVALID'));
    await expect(sut.authorise({ token: '', address: VPS })).rejects.toEqual(
      refused('AGENT_TOKEN_INVALID'),
    );
  });

  it.each(['completed', 'failed', 'pending'] as const)(
    'rejects every call once the install is %s',
    async (status) => {
      const { sut, installs, token } = await committed();
      installs.setStatus(ID, status);
      await expect(sut.progress(token, REPORT)).rejects.toEqual(refused('AGENT_TOKEN_INVALID'));
      await expect(sut.commit(token, { nonce: NONCE })).rejects.toEqual(
        refused('AGENT_TOKEN_INVALID'),
      );
      await expect(sut.windowsSecrets(token, NONCE)).rejects.toEqual(
        refused('AGENT_TOKEN_INVALID'),
      );
    },
  );

  describe('token binding', () => {
    const at = (caller: { token: string }, address: string) => ({ ...caller, address });

    it('accepts any address until the first check-in, then only the addresses seen so far', async () => {
      const { sut, token, state } = await setup();
      await sut.authorise(at(token, '2001:db8:1:2::1'));
      await sut.checkIn(token, CHECK_IN);
      expect((await state()).addresses).toEqual(['2001:db8:1:2::1', VPS]);
      for (const near of ['198.51.100.200', '2001:db8:1:2:ffff::9']) {
        await sut.progress(at(token, near), REPORT);
      }
      for (const otherNetwork of ['198.51.101.7', '2001:db8:1:3::1', '']) {
        const calls = [
          sut.checkIn(at(token, otherNetwork), { ...CHECK_IN, nonce: OTHER_NONCE }),
          sut.commit(at(token, otherNetwork), { nonce: NONCE }),
          sut.windowsSecrets(at(token, otherNetwork), NONCE),
        ];
        for (const call of calls) await expect(call).rejects.toEqual(refused('AGENT_ELSEWHERE'));
      }
    });

    it('always accepts the VPS’s own address, however many other addresses used the token', async () => {
      const { sut, installs, token } = await setup();
      installs.add({ installId: ID, imageSha256: '', secrets: () => never(), addresses: [VPS] });
      const mine = at({ token: await installs.issueToken(ID) }, VPS);
      for (let n = 1; n <= 4; n += 1) await sut.authorise(at(mine, `203.0.${n}.1`));
      await expect(sut.authorise(at(mine, '203.0.5.1'))).rejects.toEqual(
        refused('AGENT_ELSEWHERE'),
      );
      await sut.checkIn(mine, CHECK_IN);
      expect(token).not.toEqual(mine);
    });

    it('accepts any address for an install started by an older version', async () => {
      const { sut, installs, token } = await committed();
      await installs.changeState(ID, ({ addresses: _, ...state }) => state);
      await sut.progress(at(token, '203.0.113.9'), REPORT);
    });

    it('rejects the preflight’s token for a stage', async () => {
      const { sut, installs } = await setup();
      installs.add({ installId: ID, imageSha256: '', secrets: () => never(), armed: false });
      const token = { token: await installs.issueToken(ID), address: VPS };
      await sut.authorise(token);
      await expect(sut.checkIn(token, CHECK_IN)).rejects.toEqual(refused('AGENT_TOKEN_INVALID'));
    });
  });

  describe('commit', () => {
    it('is granted to a boot that has checked in', async () => {
      const { state } = await committed();
      expect(await state()).toMatchObject({ commitNonce: NONCE, phase: 'writing' });
    });

    it('repeats its answer to the boot that has the commit, in case the first answer was lost', async () => {
      const { sut, token, state } = await committed();
      const before = await state();
      await sut.commit(token, { nonce: NONCE });
      expect(await state()).toEqual(before);
    });

    it('is refused to every other boot, before and after the grant', async () => {
      const { sut, token } = await setup();
      await expect(sut.commit(token, { nonce: NONCE })).rejects.toEqual(refused('COMMIT_REFUSED'));
      await sut.checkIn(token, CHECK_IN);
      await expect(sut.commit(token, { nonce: OTHER_NONCE })).rejects.toEqual(
        refused('COMMIT_REFUSED'),
      );
      await sut.commit(token, { nonce: NONCE });
      await sut.checkIn(token, { ...CHECK_IN, nonce: OTHER_NONCE });
      await expect(sut.commit(token, { nonce: OTHER_NONCE })).rejects.toEqual(
        refused('COMMIT_REFUSED'),
      );
    });

    it('excludes cancel: exactly one of the two wins', async () => {
      const first = await setup();
      await first.sut.checkIn(first.token, CHECK_IN);
      expect(await first.sut.closeCommit(ID, FAILURE)).toBe(true);
      await expect(first.sut.commit(first.token, { nonce: NONCE })).rejects.toEqual(
        refused('COMMIT_REFUSED'),
      );

      const second = await committed();
      expect(await second.sut.closeCommit(ID, FAILURE)).toBe(false);
    });

    it('is granted to both of two concurrent calls of the same boot', async () => {
      const { sut, token } = await setup();
      await sut.checkIn(token, CHECK_IN);
      const calls = [1, 2, 3].map(() => sut.commit(token, { nonce: NONCE }));
      await expect(Promise.all(calls)).resolves.toHaveLength(3);
    });
  });

  describe('progress', () => {
    it('stores the report', async () => {
      const { sut, token, state } = await committed();
      await sut.progress(token, REPORT);
      expect(await state()).toMatchObject({
        bytesDone: 10,
        bytesTotal: 100,
        rate: 5,
        etaSeconds: 18,
        log: ['one'],
      });
    });

    it('ignores repeated and outdated reports and reports of another boot', async () => {
      const { sut, token, state } = await committed();
      await sut.progress(token, { ...REPORT, sequence: 5, bytes_done: 50 });
      await sut.progress(token, { ...REPORT, sequence: 5, bytes_done: 1 });
      await sut.progress(token, { ...REPORT, sequence: 4, bytes_done: 2 });
      await sut.progress(token, { ...REPORT, nonce: OTHER_NONCE, sequence: 9, bytes_done: 3 });
      expect((await state()).bytesDone).toBe(50);
    });

    it('stores an event that arrives after a newer figure', async () => {
      const { sut, token, state } = await committed();
      await sut.progress(token, { ...REPORT, sequence: 5 });
      await sut.progress(token, { ...REPORT, sequence: 4, event: 'written' });
      expect((await state()).writtenAt).not.toBeNull();
    });

    it('cannot report written data before the commit', async () => {
      const { sut, token, state } = await setup();
      await sut.checkIn(token, CHECK_IN);
      await sut.progress(token, { ...REPORT, event: 'verified' });
      expect(await state()).toMatchObject({ phase: 'rebooting', verifiedAt: null });
    });

    it('clears a resolved complaint but not a final failure', async () => {
      const { sut, token, state } = await committed();
      const complaint = {
        nonce: NONCE,
        code: 'CHUNK_CORRUPT' as const,
        detail: 'chunk 3',
        log: [],
      };
      await sut.failure(token, { ...complaint, final: false });
      expect((await state()).failed).toMatchObject({ code: 'CHUNK_CORRUPT', final: false });
      await sut.progress(token, { ...REPORT, sequence: 2, event: 'written' });
      expect((await state()).failed).toBeNull();
      await sut.failure(token, { ...complaint, final: true });
      await sut.progress(token, { ...REPORT, sequence: 3, event: 'verified' });
      expect((await state()).failed).toMatchObject({ final: true });
    });
  });

  describe('complaints', () => {
    const complaint = {
      nonce: NONCE,
      code: 'CHUNK_UNREACHABLE' as const,
      detail: 'chunk 3',
      log: [],
      final: false,
    };

    it('keep the time of the first of consecutive complaints', async () => {
      const { sut, token, state, setTime } = await committed();
      await sut.failure(token, complaint);
      const first = (await state()).failed?.at;
      setTime('2026-01-01T00:05:00.000Z');
      await sut.failure(token, { ...complaint, detail: 'chunk 4' });
      expect((await state()).failed).toMatchObject({ at: first, detail: 'chunk 4' });
    });

    it('are resolved only once there is more progress than when they were made', async () => {
      const { sut, token, state } = await committed();
      await sut.progress(token, REPORT);
      await sut.failure(token, complaint);
      await sut.progress(token, { ...REPORT, sequence: 2 });
      expect((await state()).failed).not.toBeNull();
      await sut.progress(token, { ...REPORT, sequence: 3, bytes_done: 11 });
      expect((await state()).failed).toBeNull();
    });
  });

  describe('windowsSecrets', () => {
    it('returns the secrets only to the boot that holds the commit', async () => {
      const { sut, token } = await setup();
      await sut.checkIn(token, CHECK_IN);
      await expect(sut.windowsSecrets(token, NONCE)).rejects.toEqual(refused('COMMIT_REFUSED'));
      await sut.commit(token, { nonce: NONCE });
      await expect(sut.windowsSecrets(token, OTHER_NONCE)).rejects.toEqual(
        refused('COMMIT_REFUSED'),
      );
      expect(await sut.windowsSecrets(token, NONCE)).toMatchObject({
        rdpPassword: 'secret-1',
        rdpPort: 22,
      });
    });
  });

  describe('guardTask', () => {
    const withToken = async (keepsRecovery: boolean) => {
      const context = await committed({ guard: true, keepsRecovery });
      const { upToken } = await context.sut.windowsSecrets(context.token, NONCE);
      const ask = (reported: string) => context.sut.guardTask(ID, upToken, reported);
      return { ...context, upToken, ask };
    };

    it.each([true, false])('waits until the install has ended (kept: %s)', async (kept) => {
      const { ask, installs } = await withToken(kept);
      expect(await ask('passed')).toBe('wait');
      installs.setStatus(ID, 'manual_review');
      expect(await ask('passed')).toBe('wait');
      installs.setStatus(ID, 'completed');
      expect(await ask('passed')).toBe(kept ? 'keep' : 'remove');
      installs.setStatus(ID, 'failed');
      expect(await ask('passed')).toBe('remove');
    });

    it('records the first report of a kept recovery system', async () => {
      const { ask, installs, state } = await withToken(true);
      installs.setStatus(ID, 'completed');
      await ask('passed');
      expect((await state()).kept).toBeUndefined();
      expect(await ask('kept')).toBe('keep');
      const { kept } = await state();
      expect(kept).toEqual({ since: expect.any(String) });
      expect(await ask('kept')).toBe('keep');
      expect((await state()).kept).toEqual(kept);
    });

    it('answers the wish to remove it, and records the removal once', async () => {
      const { ask, installs, state } = await withToken(true);
      installs.setStatus(ID, 'completed');
      await ask('kept');
      await installs.changeState(ID, (seen) => ({
        ...seen,
        kept: { ...seen.kept, removalRequestedAt: 'now' },
      }));
      expect(await ask('kept')).toBe('remove');
      expect(await ask('removed')).toBe('remove');
      const { kept, guarded } = await state();
      expect({ kept, guarded }).toEqual({
        kept: {
          since: expect.any(String),
          removalRequestedAt: 'now',
          removedAt: expect.any(String),
        },
        guarded: false,
      });
      expect(await ask('removed')).toBe('remove');
      expect((await state()).kept).toEqual(kept);
    });

    it('does not change an install that keeps nothing', async () => {
      const { ask, state } = await withToken(false);
      const before = await state();
      expect(await ask('removed')).toBe('remove');
      expect(await state()).toEqual(before);
    });

    it('rejects other tokens, and removes the guard of an install that no longer exists', async () => {
      const { sut, token, upToken, state } = await withToken(true);
      for (const other of [token.token, '']) {
        await expect(sut.guardTask(ID, other, 'removed')).rejects.toEqual(
          refused('AGENT_TOKEN_INVALID'),
        );
      }
      expect((await state()).guarded).toBe(true);
      expect(await sut.guardTask('none', upToken, 'kept')).toBe('remove');
    });
  });

  describe('afterProof', () => {
    const REFUSED = 'refused by Windows: the key is invalid (0xC004F050)';
    const withToken = async () => {
      const context = await committed();
      const { upToken } = await context.sut.windowsSecrets(context.token, NONCE);
      return { ...context, upToken };
    };

    it('waits until the sign-in was proven', async () => {
      const { sut, installs, upToken, state } = await withToken();
      expect(await sut.afterProof(ID, upToken, { licence: REFUSED })).toBe('pending');
      expect((await state()).log).toEqual([]);
      installs.setStatus(ID, 'completed');
      expect(await sut.afterProof(ID, upToken, { licence: '' })).toBe('proven');
      expect((await state()).log).toEqual([]);
    });

    it('logs the first outcome without a key', async () => {
      const { sut, installs, upToken, state } = await withToken();
      installs.setStatus(ID, 'completed');
      const licence = `${REFUSED} bcdfg-hjkmp-qrtvw-xy346-789bc\nsecond`;
      await sut.afterProof(ID, upToken, { licence });
      await sut.afterProof(ID, upToken, { licence: 'installed and activated' });
      expect((await state()).log).toEqual([`Windows: Licence key: ${REFUSED} [removed]`]);
    });

    it('logs the first outcome of the script and the bounded output, without secrets', async () => {
      const { sut, installs, upToken, state } = await withToken();
      installs.setStatus(ID, 'completed');
      const output = Array.from({ length: 80 }, (_, n) => `line ${n} ${'x'.repeat(400)}`);
      const script = ['ended with code 0', `${'.'.repeat(294)}secret-1`, ...output].join('\n');
      await sut.afterProof(ID, upToken, { script });
      await sut.afterProof(ID, upToken, { licence: 'installed and activated' });
      await sut.afterProof(ID, upToken, { script: 'ended with code 1' });
      const { log } = await state();
      expect(log).toHaveLength(52);
      expect(log[0]).toBe('Windows: First-start script: ended with code 0');
      expect(log.at(-1)).toBe('Windows: Licence key: installed and activated');
      expect(log.join()).not.toContain('secre');
      expect(Math.max(...log.map((line) => line.length))).toBeLessThan(350);
    });

    it.each(['failed', 'pending'] as const)(
      'rejects the task once the install is %s',
      async (status) => {
        const { sut, installs, upToken } = await withToken();
        installs.setStatus(ID, status);
        await expect(sut.afterProof(ID, upToken, { licence: '' })).rejects.toEqual(
          refused('AGENT_TOKEN_INVALID'),
        );
      },
    );

    it('rejects other tokens and unknown installs', async () => {
      const { sut, installs, token, upToken } = await withToken();
      installs.setStatus(ID, 'completed');
      for (const [id, other] of [
        [ID, token.token],
        [ID, ''],
        ['none', upToken],
      ] as const) {
        await expect(sut.afterProof(id, other, { script: 'ended' })).rejects.toEqual(
          refused('AGENT_TOKEN_INVALID'),
        );
      }
    });
  });

  describe('windowsUp', () => {
    it('accepts only Windows’ own token, not the stage’s token or values derived from stored data', async () => {
      const { sut, token, state } = await committed();
      const { upToken } = await sut.windowsSecrets(token, NONCE);
      const { upToken: again } = await sut.windowsSecrets(token, NONCE);
      expect(again).toBe(upToken);
      const tokenHash = sha256Hex(token.token);
      for (const other of [
        '',
        token.token,
        tokenHash,
        windowsUpToken(tokenHash),
        (await state()).upTokenHash!,
      ]) {
        await expect(sut.windowsUp(ID, other)).rejects.toEqual(refused('AGENT_TOKEN_INVALID'));
      }
      await sut.windowsUp(ID, upToken);
      expect((await state()).windowsUpAt).not.toBeNull();
    });

    it.each([
      ['Administrateur', 'Administrateur'],
      [' Администратор ', 'Администратор'],
      ['x'.repeat(20), 'x'.repeat(20)],
      ['x'.repeat(21), undefined],
      ['', undefined],
      ['a\nb', undefined],
      ['DOMAIN\\admin', undefined],
      [['Administrator'], undefined],
      [undefined, undefined],
    ])('parses the reported administrator name %j as %j', async (reported, account) => {
      const { sut, token, state } = await committed();
      const { upToken } = await sut.windowsSecrets(token, NONCE);
      await sut.windowsUp(ID, upToken, { account: reported });
      expect((await state()).account).toBe(account);
    });

    it('logs the network settings that Windows could not apply', async () => {
      const { sut, token, state } = await committed();
      const { upToken } = await sut.windowsSecrets(token, NONCE);
      const before = (await state()).log;
      await sut.windowsUp(ID, upToken, { problems: 'Windows: packet size of IPv4: no\u0000' });
      expect((await state()).log).toEqual([...before, 'Windows: packet size of IPv4: no']);
    });

    it('logs no secret that Windows reports', async () => {
      const { sut, token, state } = await committed();
      const { upToken } = await sut.windowsSecrets(token, NONCE);
      await sut.windowsUp(ID, upToken, {
        problems: 'a: secret-1',
        settings: 'b: secret-1 refused',
      });
      const { log } = await state();
      expect(log.slice(-2)).toEqual(['a: [removed]', 'b: [removed] refused']);
    });

    it('logs a bounded line for each setting', async () => {
      const { sut, token, state } = await committed();
      const { upToken } = await sut.windowsSecrets(token, NONCE);
      const before = (await state()).log;
      const settings = ['Windows: Time zone: UTC', '', ...Array<string>(50).fill('x'.repeat(999))];
      await sut.windowsUp(ID, upToken, { settings: settings.join('\n') });
      const added = (await state()).log.slice(before.length);
      expect(added[0]).toBe('Windows: Time zone: UTC');
      expect(added).toHaveLength(19);
      expect(added.every((line) => line.length <= 300)).toBe(true);
    });
  });
});
