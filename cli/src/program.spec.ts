import { run } from './program.js';
import { CASEMENT, ID, setup } from '../test/support/setup.js';

describe(run.name, () => {
  describe('exit codes', () => {
    it.each([
      [400, 'VALIDATION_FAILED', 2],
      [401, 'API_KEY_INVALID', 5],
      [403, 'API_KEY_NOT_ALLOWED', 5],
      [404, 'NOT_FOUND', 6],
      [409, 'CANCEL_TOO_LATE', 7],
      [402, 'INSUFFICIENT_QUOTA', 8],
    ])('are mapped from HTTP %d %s to %d', async (status, code, exit) => {
      const answer = { status, code, message: 'Why not.' };
      const { casement } = setup({ [`GET /api/user/install/${ID}`]: answer });
      expect(await casement(`watch ${ID}`)).toEqual({ exit, out: '', err: 'Why not.\n' });
    });

    it('are 2 for an invalid command line', async () => {
      const { casement } = setup();
      expect(await casement('instal')).toMatchObject({ exit: 2 });
    });

    it('are 10 without a response', async () => {
      const fetch = () => Promise.reject(new TypeError('fetch failed'));
      jest.useFakeTimers();
      const end = setup({}, { fetch }).casement('quota');
      await jest.advanceTimersByTimeAsync(60_000);
      expect(await end).toMatchObject({
        exit: 10,
        err: `Casement did not answer at ${CASEMENT}.\n`,
      });
      jest.useRealTimers();
    });

    it("come with the API's error code and details for programs", async () => {
      const details = [{ path: 'ip', message: 'No address' }];
      const { casement } = setup({
        'GET /api/user/quota/ledger': { status: 400, code: 'VALIDATION_FAILED', details },
      });
      const { out, err } = await casement('quota --json');
      expect(JSON.parse(out)).toMatchObject({ success: false, code: 'VALIDATION_FAILED', details });
      expect(err).toBe('ip: No address\n');
    });
  });
});
