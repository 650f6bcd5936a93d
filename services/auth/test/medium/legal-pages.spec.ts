import type { LegalPageForAdmin } from '@casement/proto/http/auth/legal.js';
import { grpcClient } from '@casement/common/platform/grpc/grpc-client.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { LegalPagesService } from '../../src/legal-pages/legal-pages.service.js';
import { LegalNoticesService } from '../../src/legal-notices/legal-notices.service.js';
import { authApp, PUBLIC_URL, type AuthApp } from '../support/auth-app.js';
import { Client, type SignedInUser } from '../support/client.js';
import { published } from '../support/events.js';

const draft = (fields: object = {}) => ({
  text_en: '## Rules\n\nBe kind. <script>alert(1)</script> [x](javascript:alert(1))',
  text_id: '## Aturan\n\nBersikap baik.',
  change_en: 'Refunds are new.',
  change_id: 'Pengembalian dana baru.',
  asks_acceptance: false,
  ...fields,
});

describe('legal pages', () => {
  let app: AuthApp;
  let client: Client;
  let admin: SignedInUser;
  let changes = 0;
  beforeAll(async () => {
    app = await authApp();
    client = new Client(app);
    admin = await client.administrator();
  });
  afterAll(() => app.close());
  beforeEach(() => app.database.query('DELETE FROM legal_version'));

  const publish = (page: string, fields: object = {}) =>
    client
      .post(
        `/api/admin/legal/${page}/publish`,
        draft({ change_id: `Perubahan ${(changes += 1)}.`, ...fields }),
        admin.accessToken,
      )
      .expect(200);
  const pending = async ({ accessToken }: SignedInUser) => {
    const rows = await app.database.query<{ version: number }>(
      `SELECT version FROM terms_acceptance a JOIN session s ON s.user_id = a.user_id
       WHERE s.id = $1 ORDER BY version`,
      [JSON.parse(Buffer.from(accessToken.split('.')[1], 'base64url').toString()).sid as string],
    );
    return rows.map(({ version }) => version);
  };

  it('serves a published page with a strict policy and without HTML from the text', async () => {
    await publish('terms');
    const page = await client.get('/legal/terms').expect(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self'; base-uri 'none'; form-action 'none'/,
    );
    expect(page.text).toContain('<h2>Rules</h2>');
    expect(page.text).toContain('&lt;script&gt;');
    expect(page.text).not.toMatch(/<script|href="javascript:/);
    expect(page.text).toContain('Version 1, published on ');
  });

  it('chooses the language by ?lang= and then by Accept-Language', async () => {
    await publish('terms');
    const indonesian = new Client(app, undefined, 'id-ID,id;q=0.9');
    expect((await indonesian.get('/legal/terms')).text).toContain('<h2>Aturan</h2>');
    expect((await indonesian.get('/legal/terms?lang=en')).text).toContain('<h2>Rules</h2>');
    expect((await client.get('/legal/terms?lang=id')).text).toContain('<html lang="id">');
    expect((await client.get('/legal/terms?lang=xx&lang=id')).text).toContain('<html lang="en">');
  });

  it('links the other published pages', async () => {
    await publish('imprint');
    await publish('terms');
    const { text } = await client.get('/legal/terms?lang=id');
    expect([...text.matchAll(/href="(\/legal\/[^"]+)"/g)].map(([, link]) => link)).toEqual([
      '/legal/terms?lang=id',
      '/legal/imprint?lang=id',
    ]);
  });

  it.each(['/legal/terms', '/legal/nothing', '/legal/%3Cb%3E'])(
    'answers an HTML 404 for the unpublished or unknown page %s',
    async (path) => {
      const page = await client.get(path).expect(404);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.text).toContain('This page does not exist');
    },
  );

  it('tells the other services which pages are published', async () => {
    const auth = grpcClient('auth', { url: app.grpcUrl, deadlineMs: 60_000 });
    try {
      expect(await auth.GetLegalPages({})).toEqual({ pages: [] });
      await publish('imprint');
      expect(await auth.GetLegalPages({})).toEqual({ pages: ['imprint'] });
    } finally {
      auth.close();
    }
  });

  it('keeps a draft private until it is published, and earlier versions for administrators', async () => {
    const path = '/api/admin/legal/refunds';
    await client.put(`${path}/draft`, draft(), admin.accessToken).expect(200);
    await client.get('/legal/refunds').expect(404);
    await client.get('/api/legal-pages/refunds?lang=en').expect(404);
    await publish('refunds', { text_en: 'First' });
    await publish('refunds', { text_en: 'Second' });
    const { body } = await client.get(path, admin.accessToken).expect(200);
    const { draft: left, versions, template_en } = (body as { data: LegalPageForAdmin }).data;
    expect(left).toBeNull();
    expect(versions.map(({ version, text_en }) => [version, text_en])).toEqual([
      [2, 'Second'],
      [1, 'First'],
    ]);
    expect(template_en).toContain('[EMAIL ADDRESS]');
    const content = await client.get('/api/legal-pages/refunds?lang=en').expect(200);
    expect(content.body).toMatchObject({ data: { version: 2, html: '<p>Second</p>\n' } });
    await published(app, 'security.audit.recorded.v1', {
      action: 'legal_page.published',
      target: 'legal_page:refunds',
      after: JSON.stringify({ version: 2, asks_acceptance: false }),
    });
  });

  it('lets only administrators with a recent confirmation publish', async () => {
    const ann = await client.newUser();
    const path = '/api/admin/legal/terms/publish';
    await client.post(path, draft(), ann.accessToken).expect(403);
    await app.database.query(
      `UPDATE session SET created_at = now() - interval '6 min', confirmed_at = NULL WHERE user_id = $1`,
      [admin.user.id],
    );
    const refreshed = await client.postWithCookie('/api/auth/refresh', admin.refreshToken);
    const { accessToken } = (refreshed.body as { data: { accessToken: string } }).data;
    const refused = await client.post(path, draft(), accessToken).expect(403);
    expect(refused.body).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    admin = await client.administrator();
  });

  it('gives concurrent versions different numbers', async () => {
    await Promise.all([publish('terms'), publish('terms'), publish('terms')]);
    const { body } = await client.get('/api/admin/legal/terms', admin.accessToken).expect(200);
    const { versions } = (body as { data: LegalPageForAdmin }).data;
    expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
  });

  it('publishes an unchanged text only once', async () => {
    const answers = [await publish('terms', draft()), await publish('terms', draft())];
    expect(answers.map(({ body }) => (body as { data: { version: number } }).data.version)).toEqual(
      [1, 1],
    );
  });

  it('records the current terms at registration', async () => {
    expect(await pending(await client.newUser())).toEqual([]);
    await publish('terms');
    await publish('terms');
    expect(await pending(await client.newUser())).toEqual([2]);
  });

  it('accepts only the current version', async () => {
    const ann = await client.newUser();
    await publish('terms', { asks_acceptance: true });
    await publish('terms', { asks_acceptance: true });
    const accept = (version: number) =>
      client.post('/api/user/terms/accept', { version }, ann.accessToken);
    await accept(1).expect(409);
    await accept(3).expect(409);
    await accept(2).expect(200);
    await accept(2).expect(200);
    expect(await pending(ann)).toEqual([2]);
  });

  it('lets customers accept the current version after a version that did not ask', async () => {
    const ann = await client.newUser();
    await publish('terms', { asks_acceptance: true });
    await publish('terms', { change_en: 'A typing error.' });
    const asked = await app.get(LegalPagesService).pendingTerms(ann.user.id);
    expect(asked).toMatchObject({ version: 2, changeEn: 'Refunds are new.' });
    await client
      .post('/api/user/terms/accept', { version: asked!.version }, ann.accessToken)
      .expect(200);
    expect(await app.get(LegalPagesService).pendingTerms(ann.user.id)).toBeNull();
  });

  it('mails the owners of API keys once about terms that ask for acceptance', async () => {
    const [ann, bob] = [await client.newUser(), await client.newUser()];
    await app.database.query('UPDATE user_account SET email_verified_at = now()');
    const key = { name: 'Panel', scopes: ['installs:read'] };
    await client.post('/api/user/api-keys', key, ann.accessToken).expect(201);
    await publish('terms');
    await publish('terms', { asks_acceptance: true });
    const job = app.get(LegalNoticesService).job;
    const mails = () =>
      app.database.query<{ kind: string }>(`SELECT id FROM outgoing_mail WHERE kind = 'new-terms'`);
    job.notify();
    await waitFor(async () => (await mails()).length > 0);
    const mail = await waitFor(() =>
      app.mailbox.mails.find(
        ({ subject, to }) =>
          to?.[0]?.address === ann.user.email && subject === 'New terms for your Casement API keys',
      ),
    );
    expect(mail.text).toContain('Refunds are new.');
    expect(mail.text).toContain(`Terms of Service: ${PUBLIC_URL}/legal/terms?lang=en`);
    const due = await app.database.query(
      'SELECT 1 FROM legal_version WHERE mailed_up_to IS NOT NULL',
    );
    expect(due).toEqual([]);
    expect(await mails()).toHaveLength(1);
    expect(bob.user.email).not.toBe(ann.user.email);
  });
});
