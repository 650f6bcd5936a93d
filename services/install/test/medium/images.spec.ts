import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '@casement/common/data/database/new-id.js';
import { stepUpRefusals } from '@casement/common/testing/step-up-refusals.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { imageWorld, PATH } from '../factories/image-world.js';

describe('/admin/windows-images', () => {
  const world = imageWorld();
  const { adminId, admin, get, post, image, aVersion, putFile, work, withImage, install } = world;

  it('lists only the files of the import folder', async () => {
    await putFile('a.raw', Buffer.from('abc'));
    await writeFile(join(world.folder, 'secret'), 'x');
    const { body } = await get('/files').expect(200);
    expect(body.data).toMatchObject([{ name: 'a.raw', size: 3 }]);
  });

  it('counts the installs that write each image', async () => {
    const { id } = await withImage();
    await install('ws2022', '8.8.7.1').expect(200);
    await install('ws2022', '8.8.7.2').expect(200);
    expect((await image(id)).active_installs).toBe(2);
  });

  it('§6 refuses an old confirmation on every route with an effect on money, access, data or availability', async () => {
    const stale = world.app.as({ admin: true, confirmedSecondsAgo: 301 });
    expect(await stepUpRefusals(world.app, stale)).toEqual([
      'DELETE /api/admin/linux-versions/:id',
      'DELETE /api/admin/operations/install/dead-letters/:id',
      'DELETE /api/admin/windows-images/:id',
      'DELETE /api/admin/windows-versions/:id',
      'GET /api/admin/desktops',
      'GET /api/admin/install-data',
      'POST /api/admin/install-data/:id/release',
      'POST /api/admin/install-data/:id/start-windows',
      'POST /api/admin/scripts',
      'POST /api/admin/windows-images/build',
      'POST /api/admin/windows-images/import',
      'POST /api/user/install/:id/again',
      'POST /api/user/install/:id/desktop',
      'POST /api/user/install/:id/linux',
      'POST /api/user/install/:id/password',
      'POST /api/user/scripts',
      'POST /api/user/webhooks',
      'POST /api/user/webhooks/:id/resume',
      'POST /api/user/webhooks/:id/secret',
      'PUT /api/admin/install-data/:id',
      'PUT /api/admin/scripts/:id',
      'PUT /api/user/scripts/:id',
      'PUT /api/user/webhooks/:id',
    ]);
  });

  it('writes an audit record of each administrator action', async () => {
    const { id } = await withImage('audited');
    await post(`/${id}/verify`).expect(202);
    await work();
    await world.app.http.delete(`${PATH}/${id}`).set(admin()).expect(200);
    const actions = await waitFor(async () => {
      const events = await world.app.nats.events('security.audit.recorded.v1');
      const matchingEvents = events.filter(
        ({ payload: { target, action } }) =>
          target === `windows-version:${id}` && action.startsWith('windows-image.'),
      );
      return matchingEvents.length >= 4
        ? matchingEvents.map(({ payload }) => [payload.action, payload.actorId])
        : null;
    });
    expect(actions).toEqual([
      ['windows-image.import-requested', adminId],
      ['windows-image.imported', adminId],
      ['windows-image.verification-requested', adminId],
      ['windows-image.deleted', adminId],
    ]);
  });

  it('§6 rejects users who are not administrators', async () => {
    const id = await aVersion();
    const calls = (who?: { authorization: string }) =>
      [
        world.app.http.get(PATH),
        world.app.http.get(`${PATH}/files`),
        world.app.http.post(`${PATH}/import`).send({}),
        world.app.http.post(`${PATH}/build`).send({}),
        world.app.http.get(`${PATH}/recipes`),
        world.app.http.get(`${PATH}/imports/${newId()}`),
        world.app.http.post(`${PATH}/imports/${newId()}/cancel`),
        world.app.http.post(`${PATH}/${id}/verify`),
        world.app.http.delete(`${PATH}/${id}`),
      ].map((call) => call.set(who ?? {}));
    for (const call of calls(world.app.as({ userId: newId() }))) await call.expect(403);
    for (const call of calls()) await call.expect(401);
  });
});
