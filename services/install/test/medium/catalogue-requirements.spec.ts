import { newId } from '@casement/common/data/database/new-id.js';
import { CatalogueRequirements } from '../../src/windows-versions/catalogue-requirements.js';
import { imageWorld } from '../factories/image-world.js';
import { aRequest } from '../factories/install-app.js';

describe(CatalogueRequirements.name, () => {
  const world = imageWorld();
  const list = () => world.app.get(CatalogueRequirements).list();

  it('lists the requirements and drivers of each version that customers can choose', async () => {
    await world.withImage('ws2022');
    await world.aVersion('empty');
    expect(await list()).toEqual([
      expect.objectContaining({
        name: 'Windows ws2022',
        firmware: 'bios',
        drivers: ['viostor', 'vioscsi', 'storahci', 'stornvme', 'netkvm'],
      }),
    ]);
  });

  it('replaces the recorded processor features with the administrator’s', async () => {
    await world.withImage('ws2022');
    expect(await list()).toMatchObject([{ processor: undefined }]);
    await world.db.query(`UPDATE windows_version SET processor = 'sse4_2,popcnt'`);
    expect(await list()).toMatchObject([{ processor: ['sse4_2', 'popcnt'] }]);
    await world.db.query(`UPDATE windows_version SET processor = 'none'`);
    expect(await list()).toMatchObject([{ processor: [] }]);
  });

  describe('display languages', () => {
    const withLanguages = async (...languages: string[]) => {
      const { id, sha256 } = await world.withImage('ws2022');
      const manifest = (await world.store.readManifest(sha256))!;
      const image = await world.store.putManifest({ ...manifest, languages });
      await world.db.query('UPDATE windows_version SET manifest_sha256 = $1 WHERE id = $2', [
        image,
        id,
      ]);
    };
    const request = (display_language: string) =>
      world.app.http
        .post('/api/user/install')
        .set(world.app.as({ userId: newId() }))
        .send(aRequest({ windows_options: { display_language } }));

    it('are offered by version, without versions whose languages are unknown', async () => {
      await withLanguages('de-DE', 'id-ID');
      await world.withImage('older');
      const { body } = await world.app.http
        .get('/api/user/install-options')
        .set(world.app.as({ userId: newId() }))
        .expect(200);
      expect(body.data.languages).toEqual({ ws2022: ['de-DE', 'id-ID'] });
    });

    it('that the image lacks are refused before quota is held', async () => {
      await withLanguages('de-DE', 'id-ID');
      const { body } = await request('fr-FR').expect(400);
      expect(body.details).toMatchObject([
        { path: 'windows_options.display_language', code: 'WINDOWS_LANGUAGE_MISSING' },
      ]);
      expect(world.app.quota.held.size).toBe(0);
      await request('id-ID').expect(200);
      expect(await world.db.query('SELECT windows_options FROM install')).toMatchObject([
        { windows_options: { display_language: 'id-ID' } },
      ]);
    });
  });

  it('leaves out a version whose image cannot be read', async () => {
    await world.withImage('ws2022');
    const id = await world.aVersion('lost');
    const image = newId().replaceAll('-', '').repeat(2);
    await world.db.query('UPDATE windows_version SET manifest_sha256 = $1 WHERE id = $2', [
      image,
      id,
    ]);
    expect((await list()).map(({ name }) => name)).toEqual(['Windows ws2022']);
  });
});
