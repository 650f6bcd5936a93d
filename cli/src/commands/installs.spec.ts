import { failed, ID, install, setup } from '../../test/support/setup.js';

describe('casement', () => {
  it('versions lists the versions that can be installed, with their languages', async () => {
    const { out } = await setup({
      'GET /api/user/windows-versions': {
        data: [
          { slug: 'win-2022', name: 'Windows Server 2022', available: true },
          { slug: 'win-2025', name: 'Windows Server 2025', available: false },
        ],
      },
      'GET /api/user/install-options': { data: { languages: { 'win-2022': ['en-US', 'id-ID'] } } },
    }).casement('versions');
    expect(out).toBe(
      'WINDOWS   NAME                 DISPLAY LANGUAGES\nwin-2022  Windows Server 2022  en-US, id-ID\n',
    );
  });

  it('logs -f prints new lines until the install has ended', async () => {
    const { casement } = setup({
      'GET /api/user/install-history': { data: [install()], meta: {} },
      [`GET /api/user/install/${ID}`]: [{ data: install() }, { data: failed }],
      [`GET /api/user/install/${ID}/log`]: [
        { text: 'Install\n\nSteps\none\n' },
        { text: 'Install\n\nSteps\none\ntwo\u001b[31m\n' },
      ],
    });
    const { exit, out } = await casement('logs -f 203.0.113.7');
    expect(exit).toBe(0);
    expect(out).toBe('Install\n\nSteps\none\ntwo\ufffd[31m\n');
  });

  it('rdp shows the password only on request', async () => {
    const done = install({ status: 'completed', passwd_rdp_until: '2026-11-26T08:00:00.000Z' });
    const answers = {
      [`GET /api/user/install/${ID}`]: { data: done },
      [`GET /api/user/install/${ID}/rdp-password`]: { data: { passwd_rdp: 'Secret-1' } },
    };
    expect((await setup(answers).casement(`rdp ${ID}`)).out).not.toContain('Secret-1');
    const { out } = await setup(answers).casement(`rdp ${ID} --password --json`);
    expect(JSON.parse(out)).toMatchObject({
      address: '203.0.113.7',
      port: 22,
      password: 'Secret-1',
    });
  });
});
