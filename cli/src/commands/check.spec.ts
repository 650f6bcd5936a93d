import { CASEMENT, ID, setup } from '../../test/support/setup.js';

describe('casement', () => {
  describe('check', () => {
    const path = 'POST /api/user/install/check';
    const passwords = {
      CASEMENT_URL: CASEMENT,
      CASEMENT_API_KEY: 'k',
      CASEMENT_VPS_PASSWORD: 'root',
    };
    const check = { id: ID, ip: '203.0.113.7', findings: [], failure: null, disks: [] };

    it('sends the password from the environment and waits for the end', async () => {
      const { casement, calls } = setup(
        {
          [path]: { status: 202, data: { id: ID } },
          [`GET /api/user/install/check/${ID}`]: [
            { data: { ...check, status: 'running' } },
            { data: { ...check, status: 'passed', os_name: 'Debian 12' } },
          ],
        },
        { env: passwords },
      );
      const { exit, out } = await casement('check 203.0.113.7 --windows win-2022 --port 2222');
      expect(exit).toBe(0);
      expect(out).toContain('Debian 12');
      expect(calls[0].body).toEqual({
        ip: '203.0.113.7',
        passwd_vps: 'root',
        ssh_port: 2222,
        win_ver: 'win-2022',
      });
    });

    it('sends network settings and shows the network that Windows will get', async () => {
      const windows_network = {
        dhcp: true,
        addresses: ['203.0.113.7/24'],
        gateway: '203.0.113.1',
        dns: ['9.9.9.9'],
        ipv6: false,
      };
      const { casement, calls } = setup(
        {
          [path]: { status: 202, data: { id: ID } },
          [`GET /api/user/install/check/${ID}`]: {
            data: { ...check, status: 'passed', windows_network },
          },
        },
        { env: passwords },
      );
      const { out } = await casement('check 203.0.113.7 --dns 9.9.9.9 --ipv6 off');
      expect(calls[0].body).toMatchObject({ network: { dns: ['9.9.9.9'], ipv6: false } });
      expect(out).toContain('203.0.113.7/24 by DHCP; gateway 203.0.113.1; DNS 9.9.9.9; IPv6 off');
    });

    it('exits with 3 and the reason if the VPS is not fit', async () => {
      const finding = {
        name: 'memory',
        result: 'refused',
        found: '256 MiB',
        message: 'Too small.',
        cure: 'Take a larger one.',
      };
      const { casement } = setup(
        {
          [path]: { status: 202, data: { id: ID } },
          [`GET /api/user/install/check/${ID}`]: {
            data: { ...check, status: 'refused', findings: [finding] },
          },
        },
        { env: passwords },
      );
      const { exit, out } = await casement('check 203.0.113.7');
      expect(exit).toBe(3);
      expect(out).toContain('Too small. Take a larger one.');
    });

    it('prints remarks of a check that passed', async () => {
      const finding = {
        name: 'encryption',
        result: 'ok',
        found: 'LUKS',
        message: 'Linux is encrypted.',
        cure: 'Have the passphrase ready.',
      };
      const { casement } = setup(
        {
          [path]: { status: 202, data: { id: ID } },
          [`GET /api/user/install/check/${ID}`]: {
            data: { ...check, status: 'passed', findings: [finding] },
          },
        },
        { env: passwords },
      );
      const { exit, out } = await casement('check 203.0.113.7');
      expect(exit).toBe(0);
      expect(out).toContain('Linux is encrypted. Have the passphrase ready.');
    });

    it('rejects an invalid address before it asks for a password', async () => {
      const asked: string[] = [];
      const askSecret = (question: string) => Promise.resolve((asked.push(question), 'secret'));
      for (const line of ['check 203.0.113.700', 'install 203.0.113 --windows win-2022']) {
        const { casement, calls } = setup({}, { askSecret });
        const { exit, err } = await casement(line);
        expect(exit).toBe(2);
        expect(err).toContain('Must be an IPv4 address');
        expect(calls).toEqual([]);
      }
      expect(asked).toEqual([]);
    });

    it('names the variable of a missing password and sends no request', async () => {
      const { casement, calls } = setup();
      const { exit, err } = await casement('check 203.0.113.7');
      expect(exit).toBe(2);
      expect(err).toContain('CASEMENT_VPS_PASSWORD');
      expect(calls).toEqual([]);
    });
  });
});
