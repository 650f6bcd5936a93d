import { createServer, type AddressInfo } from 'node:net';
import { Redactor } from '../operations/redactor.js';
import { MailTransport } from './mail-transport.js';

const MESSAGE = { to: 'admin@example.com', subject: 'Test', text: 'Test', html: '<p>Test</p>' };
const PASSWORD = 'mail-password';

/** Replies by the first word of the command; `CONNECT` is the greeting. Unknown commands get 250. */
type Script = Record<string, string>;

/** Returns the result that the mail test in Operations shows for a server that replies by `script`. */
async function test(script: Script, scheme = 'smtp'): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    const reply = (word: string) => {
      const text = script[word] ?? '250 Ok';
      if (text === 'CLOSE') socket.destroy();
      else if (text !== '') socket.write(`${text}\r\n`);
    };
    reply('CONNECT');
    let isMessage = false;
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').slice(0, -1)) {
        if (isMessage && line !== '.') continue;
        const word = isMessage ? 'END' : (line.split(/[ :]/)[0] ?? '');
        isMessage = word === 'DATA' && !script['DATA']?.startsWith('5');
        reply(word);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const mails = new MailTransport({
    SMTP_URL: `${scheme}://user:${PASSWORD}@127.0.0.1:${port}`,
    MAIL_FROM: 'Casement <no-reply@example.com>',
    PUBLIC_URL: 'https://casement.example.com',
  });
  const redactor = new Redactor([PASSWORD]);
  const answer = await mails
    .send('1', MESSAGE)
    .catch((error: unknown) => redactor.redactError(error));
  mails.onModuleDestroy();
  await new Promise((resolve) => server.close(resolve));
  return answer;
}

const GREETING = '220 mail.example.com ESMTP';
const EHLO = '250-mail.example.com\r\n250 AUTH PLAIN LOGIN';
const AUTH = '235 2.7.0 Accepted';
const good = { CONNECT: GREETING, EHLO, AUTH, DATA: '354 Go ahead', END: '250 2.0.0 Ok: queued' };

/** Real-world responses of mail servers. */
const TABLE: [name: string, script: Script, message: string | RegExp][] = [
  ['an accepted mail', good, '250 2.0.0 Ok: queued'],
  [
    // nodemailer/nodemailer issue 874.
    'a wrong password',
    { ...good, AUTH: '535 5.7.8 Error: authentication failed' },
    /^Invalid login: 535 5\.7\.8 Error: authentication failed/,
  ],
  [
    // nodemailer/nodemailer issue 310: Google's response to a regular password.
    'a mailbox that requires an app password',
    { ...good, AUTH: '534-5.7.14 Please log in via your web browser\r\n534 5.7.14 Learn more' },
    /^Invalid login: 534-5\.7\.14 Please log in/,
  ],
  [
    'a sender from another domain',
    { ...good, MAIL: '553 5.7.1 Sender address rejected: not owned by user' },
    /Sender address rejected: not owned by user/,
  ],
  [
    'an unknown recipient, without the address',
    { ...good, RCPT: '550 5.1.1 <admin@example.com>: user unknown' },
    /550 5\.1\.1 <?\[address\]/,
  ],
  ['greylisting', { ...good, RCPT: '451 4.7.1 Greylisted, try again' }, /451 4\.7\.1 Greylisted/],
  [
    'a mail rejected as spam',
    { ...good, END: '554 5.7.1 Message rejected as spam' },
    /554 5\.7\.1 Message rejected as spam/,
  ],
  [
    // nodemailer/nodemailer issue 952: a filter responds for the server.
    'a filter that rejects in the greeting',
    { ...good, CONNECT: '451 Request action aborted on MFE proxy, SMTP server is not available.' },
    /^Invalid greeting\..*451 Request action aborted/,
  ],
  [
    'too many connections',
    { ...good, CONNECT: '421 4.7.0 Too many connections' },
    /421 4\.7\.0 Too many connections/,
  ],
  [
    'a web page instead of a greeting',
    { ...good, CONNECT: 'HTTP/1.1 400 Bad Request' },
    /^Invalid greeting.*HTTP\/1\.1 400 Bad Request/,
  ],
  ['a closed connection', { ...good, CONNECT: 'CLOSE' }, /closed|ECONNRESET|socket/i],
  ['a truncated response', { ...good, END: 'CLOSE' }, /closed|ECONNRESET|socket/i],
];

describe('mail server error messages', () => {
  it.each(TABLE)('explain %s', async (_name, script, message) => {
    const text = await test(script);
    expect(text).toMatch(message);
    expect(text).not.toContain(PASSWORD);
  });

  it('explain smtps:// on a port without TLS', async () => {
    // nodemailer/nodemailer issues 1037 and 1154.
    expect(await test(good, 'smtps')).toBe(
      'The mail server does not speak TLS on this port. Use smtp:// in SMTP_URL; it changes to TLS by STARTTLS.',
    );
  });

  it('explain a refused connection', async () => {
    const mails = new MailTransport({
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'a@example.com',
      PUBLIC_URL: 'https://casement.example.com',
    });
    await expect(mails.send('1', MESSAGE)).rejects.toThrow(/ECONNREFUSED/);
  });
});
