import { newId } from '@casement/common/data/database/new-id.js';
import type { CertificationReport } from '@casement/proto/http/install/windows/certifications.js';
import type { WindowsVersion } from '@casement/proto/http/install/windows/windows-versions.js';
import { CertificationsRepository } from '../../src/windows-versions/certifications.repository.js';
import { CatalogueRequirements } from '../../src/windows-versions/catalogue-requirements.js';
import { aFailedReport, aReport } from '../factories/certification.js';
import { imageWorld, PATH } from '../factories/image-world.js';

type World = ReturnType<typeof imageWorld>;

const attach = ({ app, db }: World, report: CertificationReport) =>
  db.transaction((tx) => app.get(CertificationsRepository).upsert(tx, report));

describe('image certification', () => {
  const world = imageWorld();

  it('is absent until a report is attached, then listed with its date', async () => {
    const { id, sha256 } = await world.withImage();
    expect((await world.image(id)).certification).toBeNull();
    await world.get(`/${id}/certification`).expect(404);
    await attach(world, aReport(sha256));
    expect((await world.image(id)).certification).toEqual({
      verdict: 'certified',
      finished_at: '2026-01-01T00:20:00.000Z',
      code: null,
      message: null,
    });
    const { body } = await world.get(`/${id}/certification`).expect(200);
    expect(body.data).toEqual(aReport(sha256));
  });

  it('reports a failure until a later report of the same image replaces it', async () => {
    const { id, sha256 } = await world.withImage();
    await attach(world, aFailedReport(sha256));
    const { certification } = await world.image(id);
    expect(certification).toMatchObject({ verdict: 'failed', code: 'PORT_CLOSED' });
    expect(certification?.message).toContain('does not respond on port 22');
    await attach(world, aReport(sha256));
    expect((await world.image(id)).certification).toMatchObject({
      verdict: 'certified',
      code: null,
    });
  });

  it('belongs to the image, so another image of the version is not certified', async () => {
    const { id, sha256 } = await world.withImage();
    await attach(world, aReport(sha256));
    await world.putFile('other.raw', world.disk(1));
    await world.asked(id, 'other.raw');
    await world.work();
    const { image, certification } = await world.image(id);
    expect(image!.sha256).not.toBe(sha256);
    expect(certification).toBeNull();
    await world.get(`/${id}/certification`).expect(404);
  });

  it('is restricted to administrators', async () => {
    const { id, sha256 } = await world.withImage();
    await attach(world, aReport(sha256));
    const path = `${PATH}/${id}/certification`;
    await world.app.http.get(path).expect(401);
    await world.app.http
      .get(path)
      .set(world.app.as({ userId: newId() }))
      .expect(403);
  });

  it('hides no version from customers unless this installation requires it', async () => {
    await world.withImage();
    await world.install().expect(200);
  });
});

describe('IMAGE_REQUIRE_CERTIFIED', () => {
  const world = imageWorld(() => Promise.resolve({ IMAGE_REQUIRE_CERTIFIED: 'true' }));
  const user = () => world.app.as({ userId: newId() });
  const slugs = async (path: string, who = user()) => {
    const { body } = await world.app.http.get(path).set(who).expect(200);
    return (body.data as WindowsVersion[]).map(({ slug }) => slug);
  };
  const offered = () => slugs('/api/user/windows-versions');
  const SENTENCE =
    'Windows ws2022 has not been certified yet, so it cannot be installed. Choose another Windows version.';

  it('hides an uncertified version from customers, but not from administrators', async () => {
    await world.withImage();
    expect(await offered()).toEqual([]);
    expect(await slugs('/api/admin/windows-versions', world.admin())).toEqual(['ws2022']);
  });

  it('lists a version without an image as not available yet', async () => {
    await world.aVersion('coming');
    expect(await offered()).toEqual(['coming']);
  });

  it.each([
    ['an install', '/api/user/install', {}],
    ['a check of the VPS', '/api/user/install/check', { passwd_rdp: undefined }],
  ])('refuses %s of an uncertified version with a message', async (_, path, over) => {
    await world.withImage();
    const request = { ip: '127.0.0.10', passwd_vps: 'root-pass', win_ver: 'ws2022' };
    const { body } = await world.app.http
      .post(path)
      .set(user())
      .send({ ...request, passwd_rdp: 'Secret-1!', ...over })
      .expect(409);
    expect(body).toMatchObject({ code: 'WINDOWS_VERSION_UNAVAILABLE', message: SENTENCE });
    const [{ count }] = await world.db.query('SELECT count(*)::int FROM install');
    expect(count).toBe(0);
  });

  it('does not accept a failed certification', async () => {
    const { sha256 } = await world.withImage();
    await attach(world, aFailedReport(sha256));
    expect(await offered()).toEqual([]);
    await world.install().expect(409);
  });

  it('offers a certified version and suggests it as an alternative', async () => {
    const { sha256 } = await world.withImage();
    await world.withImage('other', world.disk(1));
    await attach(world, aReport(sha256));
    expect(await offered()).toEqual(['ws2022']);
    const named = await world.app.get(CatalogueRequirements).list();
    expect(named.map(({ name }) => name)).toEqual(['Windows ws2022']);
    await world.install().expect(200);
  });
});
