import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { html, json, serveLocally, type LocalRequest, type Reply } from '../local-http.js';
import { Mailbox } from './mailbox.js';
import { mailBody, MAIL_BODY_POLICY, mailboxPage } from './mailbox-page.js';

export interface MailCatcher {
  smtpUrl: string;
  close: () => Promise<void>;
}

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; " +
  "connect-src 'self'; frame-src 'self'";

/**
 * Accepts every mail and shows it on a web page.
 *
 * @param ports `web` and `smtp`, both on loopback
 */
export async function startMailCatcher(ports: { web: number; smtp: number }): Promise<MailCatcher> {
  const mailbox = new Mailbox();
  const web = await serveLocally(ports.web, (request) => answer(mailbox, request));
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, callback) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      buffer(stream)
        .then((raw) => mailbox.receive(raw, recipients))
        .then(
          () => callback(),
          (error: Error) => callback(error),
        );
    },
  });
  // Errors of clients that disconnect early are ignored.
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(ports.smtp, '127.0.0.1', resolve));

  return {
    smtpUrl: `smtp://127.0.0.1:${ports.smtp}`,
    close: async () => {
      await web.close();
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
    },
  };
}

function answer(mailbox: Mailbox, { method, path, query }: LocalRequest): Reply | null {
  const route = `${method} ${path}`;
  if (route === 'GET /email') return json(mailbox.all());
  if (route === 'DELETE /email') {
    mailbox.clear();
    return json([]);
  }
  if (route === 'GET /') {
    const mails = mailbox.all();
    const open = query.has('id') ? mailbox.find(Number(query.get('id'))) : mails.at(-1);
    return html(mailboxPage(mails, open), PAGE_POLICY);
  }
  const body = /^\/email\/(\d+)\/body$/.exec(path);
  const mail = body && mailbox.find(Number(body[1]));
  return mail ? html(mailBody(mail), MAIL_BODY_POLICY) : null;
}
