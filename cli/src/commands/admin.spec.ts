import { ID, setup } from '../../test/support/setup.js';

describe('casement', () => {
  describe('admin', () => {
    it('quota finds the user by the exact name', async () => {
      const { casement, calls } = setup({
        'GET /api/admin/users': {
          data: [
            { id: 'a', username: 'rani2' },
            { id: 'b', username: 'rani' },
          ],
        },
        'POST /api/admin/users/b/quota': { data: { newQuota: 5 } },
      });
      expect(await casement('admin quota rani --add 2')).toMatchObject({
        exit: 0,
        out: 'Quota of rani: 5\n',
      });
      expect(calls[1].body).toEqual({ amount: 2, operation: 'add' });
    });

    it("import fails when the server's import fails", async () => {
      const failure = { message: 'No NTFS.', cure: 'Take another image.' };
      const { casement } = setup({
        'GET /api/admin/windows-images': { data: [{ slug: 'w', windows_version_id: ID }] },
        'POST /api/admin/windows-images/import': {
          status: 202,
          data: { id: 'j', status: 'queued' },
        },
        'GET /api/admin/windows-images/imports/j': { data: { id: 'j', status: 'failed', failure } },
      });
      const { exit, out } = await casement('admin import w disk.raw');
      expect(exit).toBe(1);
      expect(out).toContain('No NTFS. Take another image.');
    });

    it('replicate copies the image of a version to an origin, and fails if the copy fails', async () => {
      const failure = { message: 'It does not answer.', cure: 'Check its address.' };
      const { casement, calls } = setup({
        'GET /api/admin/windows-images': { data: [{ slug: 'w', windows_version_id: ID }] },
        [`POST /api/admin/windows-images/${ID}/replicate`]: {
          status: 202,
          data: { id: 'j', status: 'queued' },
        },
        'GET /api/admin/windows-images/imports/j': { data: { id: 'j', status: 'failed', failure } },
      });
      expect(await casement('admin replicate x jakarta')).toMatchObject({ exit: 6 });
      const { exit, out } = await casement('admin replicate w jakarta');
      expect(exit).toBe(1);
      expect(out).toContain('It does not answer. Check its address.');
      expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ origin: 'jakarta' });
    });

    it('block and unblock require a reason', async () => {
      const { casement, calls } = setup({
        'POST /api/security/block-ip': { data: { ip: '203.0.113.9', expires_at: null } },
        'POST /api/security/unblock-ip': {},
      });
      expect(await casement('admin block 203.0.113.9')).toMatchObject({ exit: 2 });
      expect(await casement('admin block 203.0.113.9 --reason Scanner --permanent')).toMatchObject({
        exit: 0,
      });
      expect(await casement('admin unblock 203.0.113.9 --reason Mistake')).toMatchObject({
        exit: 0,
      });
      expect(calls.map(({ body }) => body)).toEqual([
        { ip: '203.0.113.9', reason: 'Scanner', duration: 60, permanent: true },
        { ip: '203.0.113.9', reason: 'Mistake' },
      ]);
    });
  });
});
