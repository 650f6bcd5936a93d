import nodemailer from 'nodemailer';
import { freePort } from '@casement/local/ports.js';
import { startMailCatcher, type MailCatcher } from './mail-catcher.js';

let catcher: MailCatcher;
let url: string;

beforeEach(async () => {
  const web = await freePort();
  url = `http://127.0.0.1:${web}`;
  catcher = await startMailCatcher({ web, smtp: await freePort() });
});
afterEach(() => catcher.close());

async function send(change: { to?: string; subject?: string; text?: string; html?: string } = {}) {
  const transport = nodemailer.createTransport(catcher.smtpUrl);
  await transport.sendMail({
    from: 'Casement <no-reply@casement.local>',
    to: 'Ana <ana@example.com>',
    subject: 'Your code',
    text: 'Code 123456',
    html: '<p>Code <b>123456</b></p>',
    ...change,
  });
  transport.close();
}

async function mails(): Promise<Record<string, unknown>[]> {
  return (await (await fetch(`${url}/email`)).json()) as Record<string, unknown>[];
}

describe('mail catcher', () => {
  it('returns sent mails as JSON, oldest first', async () => {
    await send({ subject: 'First' });
    await send({ subject: 'Second' });
    const caught = await mails();
    expect(caught.map(({ subject }) => subject)).toEqual(['First', 'Second']);
    expect(caught[0]).toMatchObject({
      to: [{ address: 'ana@example.com', name: 'Ana' }],
      text: expect.stringContaining('123456') as string,
      html: expect.stringContaining('<b>123456</b>') as string,
    });
  });

  it('lists the envelope recipients, including blind copies', async () => {
    await send({ to: 'ana@example.com, ben@example.com' });
    const [mail] = await mails();
    expect(mail).toMatchObject({
      to: [{ address: 'ana@example.com' }, { address: 'ben@example.com' }],
    });
  });

  it('shows a mail on its page without running its scripts', async () => {
    await send({ subject: '<script>alert(1)</script>', html: '<script>alert(2)</script>Hello' });
    const page = await (await fetch(`${url}/`)).text();
    expect(page).not.toContain('<script>alert(1)');
    const body = await fetch(`${url}/email/1/body`);
    expect(body.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(await body.text()).toContain('Hello');
  });

  it('can be emptied', async () => {
    await send();
    await fetch(`${url}/email`, { method: 'DELETE' });
    expect(await mails()).toEqual([]);
    expect(await (await fetch(`${url}/`)).text()).toContain('No mail yet.');
  });
});
