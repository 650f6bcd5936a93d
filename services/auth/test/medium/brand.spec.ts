import { PNG } from 'pngjs';
import { brandSettings, type BrandSettings } from '@casement/proto/http/auth/brand.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, type SignedInUser } from '../support/client.js';
import { published } from '../support/events.js';

const CASEMENT: BrandSettings = {
  name: 'Casement',
  accent: null,
  logo_light: null,
  logo_dark: null,
  favicon: null,
  support_email: null,
  support_chat_url: null,
  mail_sender_name: null,
  footer_links: [],
  landing_texts: { en: {}, id: {} },
};

const png = (width: number, height: number) =>
  PNG.sync.write(new PNG({ width, height, fill: true })).toString('base64');

describe('brand', () => {
  let app: AuthApp;
  let client: Client;
  let admin: SignedInUser;
  beforeAll(async () => {
    app = await authApp();
    client = new Client(app);
    admin = await client.administrator();
  });
  afterAll(() => app.close());
  beforeEach(() => save({}).expect(200));

  const save = (fields: object) =>
    client.put('/api/admin/brand', { ...CASEMENT, ...fields }, admin.accessToken);
  const upload = (kind: string, image: string) =>
    client.post('/api/admin/brand/images', { kind, png: image }, admin.accessToken);
  const hashOf = async (kind: string, image: string) => {
    const { body } = await upload(kind, image).expect(200);
    return (body as { data: { hash: string } }).data.hash;
  };
  const forPages = async () => {
    const { body } = await client.get('/internal/brand').expect(200);
    return (body as { data: Record<string, unknown> }).data;
  };

  it('is Casement without a style sheet until it is changed', async () => {
    expect(await forPages()).toMatchObject({
      page: { name: 'Casement', footerLinks: [], primary: null },
      css: '',
      favicon: null,
      supportEmail: null,
    });
  });

  it('serves a stored logo as an immutable PNG and puts it into the style sheet', async () => {
    const logo = await hashOf('logo_light', png(400, 80));
    await save({ name: 'Acme', logo_light: logo }).expect(200);
    const { css } = await forPages();
    expect(css).toContain(`url(/brand/${logo}.png)`);
    expect(css).toContain('width:140px;height:28px');
    const file = await client.get(`/brand/${logo}.png`).expect(200);
    expect(file.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
  });

  it('publishes the complete brand and records the change in the audit log', async () => {
    const logo = await hashOf('logo_light', png(96, 96));
    await save({ name: 'Acme Cloud', accent: '#a3003c', logo_light: logo }).expect(200);
    const event = await published(app, 'auth.brand.changed.v1', { name: 'Acme Cloud' });
    expect(event).toMatchObject({
      accent: '#a3003c',
      logo: { width: 96, height: 96 },
      mailSenderName: '',
    });
    await published(app, 'security.audit.recorded.v1', {
      action: 'brand.updated',
      target: 'brand:brand',
    });
  });

  it('shows name, colour and logo on the legal pages under a strict policy', async () => {
    const logo = await hashOf('logo_light', png(96, 96));
    const dark = await hashOf('logo_dark', png(96, 48));
    const logos = { logo_light: logo, logo_dark: dark };
    await save({ name: 'A<b>', accent: '#a3003c', ...logos, footer_links: [] }).expect(200);
    const page = await client.get('/legal/terms');
    // The pages have no theme switch.
    expect(page.text).toContain(
      `@media (prefers-color-scheme: dark){.home-link::before{background:url(/brand/${dark}.png)`,
    );
    expect(page.text).not.toContain('.dark');
    expect(page.text).toContain('<span>A&lt;b&gt;</span>');
    expect(page.text).toContain('--link: #a3003c');
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self'; /,
    );
  });

  it('sends mails with the name, colour, logo and sender', async () => {
    const logo = await hashOf('logo_light', png(96, 96));
    await save({
      name: 'Acme & Sons',
      accent: '#a3003c',
      logo_light: logo,
      mail_sender_name: 'Acme Help',
    }).expect(200);
    const { user } = await client.newUser();
    const mail = await app.mailTo(user.email!);
    expect(mail.subject).toMatch(/is your Acme & Sons verification code$/);
    expect(mail.from).toMatchObject({ name: 'Acme Help' });
    expect(mail.html).toContain('Acme &amp; Sons');
    expect(mail.html).toContain('a { color: #a3003c; }');
    expect(mail.html).not.toMatch(/Casement|\uE000/);
    expect(mail.attachments[0]).toMatchObject({ filename: 'logo.png', mimeType: 'image/png' });
  });

  it.each([
    ['a light accent', { accent: '#ffd400' }, 'Colour is too light to read. Choose a darker one'],
    [
      'a footer link without TLS',
      { footer_links: [{ label: 'Blog', url: 'http://example.com' }] },
      'Link must be an address that starts with https://',
    ],
    [
      'a link that runs a script',
      { footer_links: [{ label: 'Blog', url: 'javascript:alert(1)' }] },
      'Link must be an address that starts with https://',
    ],
    [
      'a sender name with a line break',
      { mail_sender_name: 'Acme\r\nBcc: x@example.com' },
      'Sender name can be at most 60 characters',
    ],
    ['an image that is not stored', { favicon: 'f'.repeat(64) }, /no longer stored/],
  ])('refuses %s', async (_name, fields, message) => {
    const { body } = await save(fields).expect(400);
    expect(JSON.stringify(body)).toMatch(message);
    const current = await client.get('/api/admin/brand', admin.accessToken).expect(200);
    expect((current.body as { data: object }).data).toEqual(CASEMENT);
  });

  it('refuses to store images that are too large or not PNG', async () => {
    await upload('favicon', png(97, 96)).expect(400);
    await upload('favicon', Buffer.from('<svg/>').toString('base64')).expect(400);
  });

  it('keeps replaced images for a day and then removes them with the next change', async () => {
    const unused = await hashOf('favicon', png(32, 32));
    await save({}).expect(200);
    await client.get(`/brand/${unused}.png`).expect(200);
    await app.database.query(
      `UPDATE brand_image SET created_at = now() - interval '25 hours' WHERE hash = $1`,
      [unused],
    );
    await save({}).expect(200);
    await client.get(`/brand/${unused}.png`).expect(404);
  });

  it('answers with valid settings', async () => {
    const { body } = await client.get('/api/admin/brand', admin.accessToken).expect(200);
    expect(brandSettings.parse((body as { data: unknown }).data)).toEqual(CASEMENT);
  });
});
