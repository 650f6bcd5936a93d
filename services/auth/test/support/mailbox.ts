import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Mailbox {
  url: string;
  /** Mails in order of arrival. */
  mails: Email[];
  /** Refuses the next `count` deliveries. */
  refuseNext(count: number): void;
  /** Refuses the recipient with 550 (unknown mailbox). */
  refuseRecipient(address: string): void;
  close(): Promise<void>;
}

/** Starts a real SMTP server that stores the received mails. */
export async function openMailbox(): Promise<Mailbox> {
  const mails: Email[] = [];
  let refusals = 0;
  const unknown = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      if (unknown.has(address)) {
        return done(Object.assign(new Error('no such user'), { responseCode: 550 }));
      }
      done();
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refusals > 0) {
          refusals -= 1;
          return done(Object.assign(new Error('try later'), { responseCode: 451 }));
        }
        PostalMime.parse(Buffer.concat(chunks)).then(
          (mail) => {
            mails.push(mail);
            done();
          },
          (error: Error) => done(error),
        );
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuseNext: (count) => {
      refusals = count;
    },
    refuseRecipient: (address) => unknown.add(address),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
