import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CASEMENT, setup, temporaryFolder } from '../test/support/setup.js';
import { readSettings, saveSettings } from './settings.js';

describe(readSettings.name, () => {
  const folder = temporaryFolder();

  describe('API key', () => {
    const ledger = { 'GET /api/user/quota/ledger': { data: [{ balance_after: 3 }] } };

    it('is read from a file that only its owner can read', async () => {
      const { casement, io } = setup(ledger);
      io.env = { CASEMENT_CONFIG: join(folder.path, 'c') };
      const file = saveSettings(io.env, { url: CASEMENT, key: 'csm_saved' });
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(await casement('quota')).toMatchObject({ exit: 0 });
    });

    it.each([0o644, 0o640, 0o400])('is rejected in a file of mode %o', async (mode) => {
      const { casement, calls, io } = setup(ledger);
      io.env = { CASEMENT_CONFIG: join(folder.path, 'c') };
      chmodSync(saveSettings(io.env, { url: CASEMENT, key: 'csm_saved' }), mode);
      const { exit, err } = await casement('quota');
      expect(exit).toBe(5);
      expect(err).toContain('chmod 600');
      expect(calls).toEqual([]);
    });

    it('is not sent to another address if read from the file', async () => {
      const { casement, calls, io } = setup(ledger);
      io.env = { CASEMENT_CONFIG: join(folder.path, 'c') };
      saveSettings(io.env, { url: CASEMENT, key: 'csm_saved' });
      const { exit, err } = await casement('quota --url https://casement.examp1e');
      expect(exit).toBe(5);
      expect(err).toContain(`is for ${CASEMENT}`);
      expect(calls).toEqual([]);
    });

    it('is not sent unencrypted to another machine', async () => {
      const { casement, calls } = setup(ledger);
      expect(await casement('quota --url http://casement.example')).toMatchObject({ exit: 2 });
      expect(calls).toEqual([]);
      expect(await casement('quota --url http://127.0.0.1:8080')).toMatchObject({ exit: 0 });
    });
  });
});
