import { md4 } from '@casement/install-engine/rdp/ntlm/md4.js';
import { SHAPES } from '@casement/install-engine/rdp/credssp.js';
import { verdictOf } from '@casement/install-engine/rdp/outcome.js';
import { signIn, type SignIn } from '@casement/install-engine/rdp/sign-in.js';
import { FreerdpShadow, missingPrograms } from '../../src/testing/rdp/freerdp-shadow.js';
import { missingPyspnego, PyspnegoAcceptor, type Plan } from '../rdp/pyspnego.js';
import { RecordingProxy } from '../rdp/recording-proxy.js';

const ACCOUNT = { user: 'Administrator', password: 'Sünrise-9!' };
const LIMITS = { connectMs: 10_000, signInMs: 30_000 };
const accepted = (version: number): SignIn => ({
  kind: 'accepted',
  version,
  certificateSha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown as string,
});
const codeOf = (result: SignIn) => {
  const verdict = verdictOf(result, { account: ACCOUNT.user, port: 22 });
  return verdict.proven ? 'proven' : verdict.code;
};

// Uses two third-party servers, so that the result does not depend on our own acceptor.

const freerdp = missingPrograms.length === 0;
(freerdp ? describe : describe.skip)(
  `sign-in to FreeRDP's shadow server${freerdp ? '' : ` (not run: no ${missingPrograms.join(', ')})`}`,
  () => {
    let shadow: FreerdpShadow;
    const target = () => ({ host: '127.0.0.1', port: shadow.port });

    beforeAll(async () => {
      shadow = await FreerdpShadow.start(ACCOUNT);
    });
    afterAll(() => shadow.close());

    it('is accepted with the right password', async () => {
      expect(await signIn(target(), ACCOUNT, LIMITS)).toEqual(accepted(6));
    });

    it.each([
      ['another password', { ...ACCOUNT, password: 'another' }],
      ['no password', { ...ACCOUNT, password: '' }],
      ['another account', { ...ACCOUNT, user: 'Hans' }],
    ])('is reported as ended without a reason for the account: %s', async (_, account) => {
      const result = await signIn(target(), account, LIMITS);
      expect(result).toMatchObject({ kind: 'lost' });
      expect(codeOf(result)).toBe('RDP_SIGN_IN_LOST');
    });

    it('does not reveal the password to an eavesdropper', async () => {
      const proxy = new RecordingProxy(target());
      const port = await proxy.listen();
      try {
        expect(await signIn({ host: '127.0.0.1', port }, ACCOUNT, LIMITS)).toEqual(accepted(6));
      } finally {
        proxy.close();
      }
      const { recorded } = proxy;
      expect(recorded.length).toBeGreaterThan(1000);
      const hash = md4(Buffer.from(ACCOUNT.password, 'utf16le'));
      const secrets = [
        hash,
        Buffer.from(hash.toString('hex')),
        // The recording does not contain the exchange needed for an offline password search either.
        Buffer.from('NTLMSSP'),
        ...(['utf8', 'latin1', 'utf16le'] as const).flatMap((encoding) => [
          Buffer.from(ACCOUNT.password, encoding),
          Buffer.from(ACCOUNT.user, encoding),
        ]),
      ];
      expect(secrets.filter((secret) => recorded.includes(secret))).toEqual([]);
    });

    it('is not attempted if the server offers only TLS', async () => {
      const tls = await FreerdpShadow.start(ACCOUNT, 'tls');
      try {
        const result = await signIn({ host: '127.0.0.1', port: tls.port }, ACCOUNT, LIMITS);
        expect(codeOf(result)).toBe('RDP_NLA_MISSING');
      } finally {
        await tls.close();
      }
    });
  },
);

const missing = missingPyspnego();
(missing === null ? describe : describe.skip)(
  `sign-in to pyspnego's CredSSP acceptor${missing === null ? '' : ` (not run: ${missing})`}`,
  () => {
    let acceptor: PyspnegoAcceptor;

    beforeAll(async () => {
      acceptor = await PyspnegoAcceptor.start();
    });
    afterAll(() => acceptor.close());

    const run = async (plan: Partial<Plan> = {}, limits = LIMITS) => {
      acceptor.expect({ version: 6, password: ACCOUNT.password, ...plan });
      const result = await signIn({ host: '127.0.0.1', port: acceptor.port }, ACCOUNT, limits);
      const clients = await acceptor.outcomes();
      return {
        result,
        tried: clients.reduce((sum, { tried }) => sum + tried, 0),
        signed_in: clients.some(({ signed_in }) => signed_in),
        delegated: clients.some(({ delegated }) => delegated),
      };
    };

    it.each([2, 3, 4, 5, 6])(
      'is accepted by version %i without delegating credentials',
      async (version) => {
        expect(await run({ version })).toMatchObject({
          result: accepted(version),
          tried: 1,
          signed_in: true,
          delegated: false,
        });
      },
    );

    it.each(SHAPES)('is accepted in the shape %s', async (from) => {
      acceptor.expect({ version: 6, password: ACCOUNT.password });
      const target = { host: '127.0.0.1', port: acceptor.port };
      const result = await signIn(target, ACCOUNT, LIMITS, undefined, { from });
      expect(result).toEqual(accepted(6));
      expect(await acceptor.outcomes()).toEqual([
        expect.objectContaining({ wrapping: from === 'bare' ? 'bare' : 'spnego', tried: 1 }),
      ]);
    });

    it.each(['bare', 'spnego'] as const)(
      'is accepted in one attempt if the server supports only %s',
      async (wrapping) => {
        expect(await run({ wrapping })).toMatchObject({ result: accepted(6), tried: 1 });
      },
    );

    it.each([
      [2, 'RDP_SIGN_IN_LOST', 3],
      [3, 'RDP_PASSWORD_REFUSED', 1],
      [4, 'RDP_PASSWORD_REFUSED', 1],
      [5, 'RDP_SIGN_IN_LOST', 3],
      [6, 'RDP_PASSWORD_REFUSED', 1],
    ])(
      'with version %i, a wrong password fails with %s after %i attempts',
      async (version, code, most) => {
        const { result, tried, delegated } = await run({ version, password: 'another' });
        expect(tried).toBe(most);
        expect(codeOf(result)).toBe(code);
        expect(delegated).toBe(false);
      },
    );

    it.each([
      [0xc000006d, 'RDP_PASSWORD_REFUSED'],
      [0xc000006a, 'RDP_PASSWORD_REFUSED'],
      [0xc0000064, 'RDP_PASSWORD_REFUSED'],
      [0xc0000224, 'RDP_PASSWORD_CHANGE'],
      [0xc0000071, 'RDP_PASSWORD_CHANGE'],
      [0xc0000234, 'RDP_ACCOUNT_LOCKED'],
      [0xc0000072, 'RDP_ACCOUNT_RESTRICTED'],
      [0xc0000193, 'RDP_ACCOUNT_RESTRICTED'],
      [0xc000006e, 'RDP_ACCOUNT_RESTRICTED'],
      [0xc000006f, 'RDP_ACCOUNT_RESTRICTED'],
      [0xc0000070, 'RDP_ACCOUNT_RESTRICTED'],
      [0xc000015b, 'RDP_ACCOUNT_RESTRICTED'],
      [0xc0000418, 'RDP_ACCOUNT_RESTRICTED'],
      [0xc00000e5, 'RDP_ACCOUNT_RESTRICTED'],
    ])('maps refusal status %i to %s', async (status, code) => {
      for (const version of [3, 6]) {
        const { result } = await run({ version, status });
        expect(result).toEqual({ kind: 'refused', status });
        expect(codeOf(result)).toBe(code);
      }
    });

    it('fails if the proof is truncated or too long', async () => {
      expect(await run({ cut: 2 })).toMatchObject({ result: { kind: 'lost' }, delegated: false });
      expect(await run({ oversized: 2 })).toMatchObject({
        result: { kind: 'unproven', detail: 'a TSRequest too long' },
        delegated: false,
      });
    });
  },
);
