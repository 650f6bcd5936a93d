import { CASEMENT, setup, type Answer } from '../../test/support/setup.js';

const healthy: Record<string, Answer> = {
  'GET /config.json': { data: {} },
  'GET /api/user/windows-versions': {
    data: [
      { slug: 'win-2022', name: 'Windows Server 2022', available: true },
      { slug: 'win-2025', name: 'Windows Server 2025', available: false },
    ],
  },
  'GET /api/user/quota/ledger': { data: [{ balance_after: 3 }] },
  'GET /api/user/topup/history': { data: [] },
  'GET /api/user/webhooks': { data: [] },
};

describe('casement doctor', () => {
  it('reports that everything works', async () => {
    const { exit, out } = await setup(healthy).casement('doctor');
    expect(exit).toBe(0);
    expect(out).toMatch(new RegExp(`Server +ok +${CASEMENT}`));
    expect(out).toMatch(/API key +ok/);
    expect(out).toMatch(/Quota +ok +3/);
    expect(out).toMatch(/Windows +ok +win-2022$/m);
  });

  it('names an invalid key once', async () => {
    const refusal = { status: 401, code: 'API_KEY_INVALID', message: 'Create a new key.' };
    const answers = Object.fromEntries(Object.keys(healthy).map((call) => [call, refusal]));
    const { exit, out } = await setup({ ...answers, 'GET /config.json': {} }).casement('doctor');
    expect(exit).toBe(1);
    expect(out.match(/API key +problem +Create a new key\./g)).toHaveLength(1);
    expect(out).not.toContain('Permission');
  });

  it('names missing permissions, quota and Windows versions', async () => {
    const { exit, out } = await setup({
      ...healthy,
      'GET /api/user/webhooks': { status: 403, code: 'API_KEY_NOT_ALLOWED', message: 'No.' },
      'GET /api/user/quota/ledger': { data: [] },
      'GET /api/user/windows-versions': { data: [{ slug: 'win-2025', available: false }] },
    }).casement('doctor');
    expect(exit).toBe(1);
    expect(out).toMatch(/Permission webhooks +problem +No\./);
    expect(out).toMatch(/Quota +problem +0/);
    expect(out).toMatch(/Windows +problem +none/);
  });

  it('compares the clock with the server', async () => {
    const fetch = () =>
      Promise.resolve(
        new Response('{"success":true,"data":[]}', {
          headers: { date: new Date(Date.now() + 600_000).toUTCString() },
        }),
      );
    const { out } = await setup({}, { fetch }).casement('doctor');
    expect(out).toMatch(/Clock +problem +(599|600) s behind the server/);
  });

  it('stops at a server that cannot be reached', async () => {
    const fetch = () =>
      Promise.reject(new TypeError('fetch failed', { cause: new Error('ENOTFOUND') }));
    const { exit, out } = await setup({}, { fetch }).casement('doctor');
    expect(exit).toBe(1);
    expect(out).toMatch(/Server +problem +.*cannot be reached: ENOTFOUND/);
  });
});
