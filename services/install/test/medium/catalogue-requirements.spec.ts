import { newId } from '@casement/common/data/database/new-id.js';
import { CatalogueRequirements } from '../../src/windows-versions/catalogue-requirements.js';
import { imageWorld } from '../factories/image-world.js';

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
