import type { Command } from 'commander';
import { dataOf } from '@casement/client';
import {
  findInstall,
  installTable,
  installsOf,
  isOver,
  failureText,
  statusText,
  type Install,
  type StatusFilter,
} from '../installs.js';
import { plain, type Io } from '../io.js';
import { calling } from '../session.js';
import { fields, table, time } from '../table.js';
import { wholeNumber } from '../vps-options.js';
import { watchInstalls } from '../watch.js';

const LOG_EVERY_MS = 3_000;
const WHICH = 'install ID, or a VPS address for its newest install';
const DEFAULT_LIMIT = 20;

interface ListOptions {
  status?: StatusFilter;
  ip?: string;
  limit: number;
}

/** Adds commands that show and change existing installs. */
export function addInstallCommands(program: Command, io: Io): void {
  program
    .command('versions')
    .description('list available Windows versions')
    .action(
      calling(io, async ({ client, show }) => {
        const versions = await dataOf(client.GET('/api/user/windows-versions'));
        show(versions, () =>
          table(
            ['WINDOWS', 'NAME'],
            versions.map(({ slug, name }) => [slug, name]),
          ),
        );
      }),
    );

  program
    .command('list')
    .description('list installs, newest first')
    .option('--status <status>', 'filter by status (or: active)')
    .option('--ip <address>', 'filter by IP address')
    .option('--limit <number>', 'maximum number of installs', wholeNumber, DEFAULT_LIMIT)
    .action(
      calling(io, async ({ client, show }, options: ListOptions) => {
        const { limit, ...filter } = options;
        const installs: Install[] = [];
        for await (const one of installsOf(client, filter)) {
          if (installs.length === limit) break;
          installs.push(one);
        }
        show(installs, () => installTable(installs));
      }),
    );

  program
    .command('watch')
    .description('follow installs until they end')
    .argument('[install...]', `${WHICH} (default: all in progress)`)
    .option('--timeout <seconds>', 'stop watching after this time; installs continue', wholeNumber)
    .action(
      calling(io, async (session, which: string[], { timeout }: { timeout?: number }) => {
        const found = await Promise.all(which.map((one) => findInstall(session.client, one)));
        await watchInstalls(
          session,
          found.map(({ id }) => id),
          timeout,
        );
      }),
    );

  program
    .command('logs')
    .description('show the log of an install')
    .argument('<install>', WHICH)
    .option('-f, --follow', 'follow until it ends')
    .action(
      calling(io, async ({ client }, which: string, { follow }: { follow?: boolean }) => {
        const { id } = await findInstall(client, which);
        const params = { path: { id } };
        const shown = new Set<string>();
        for (;;) {
          // Read first, so that the log read afterwards contains everything up to the end.
          const over = isOver(await dataOf(client.GET('/api/user/install/{id}', { params })));
          const { data } = await client.GET('/api/user/install/{id}/log', {
            params,
            parseAs: 'text',
          });
          // Each response contains the complete log, and new lines may appear in the middle.
          const isFirst = shown.size === 0;
          for (const line of String(data).trimEnd().split('\n')) {
            if (isFirst || (line !== '' && !shown.has(line))) io.write(`${plain(line)}\n`);
            shown.add(line);
          }
          if (!follow || over) return;
          await io.sleep(LOG_EVERY_MS);
        }
      }),
    );

  program
    .command('cancel')
    .description('cancel an install before its disk is written')
    .argument('<install>', WHICH)
    .action(
      calling(io, async ({ client, show }, which: string) => {
        const { id } = await findInstall(client, which);
        const params = { path: { id } };
        const one = await dataOf(client.POST('/api/user/install/{id}/cancel', { params }));
        show(one, () => `${one.ip}: ${statusText(one)}\n${failureText(one)}`.trim());
      }),
    );

  program
    .command('rdp')
    .description('show how to connect to Windows')
    .argument('<install>', WHICH)
    .option('--password', 'also show the password')
    .option('--erase', 'permanently delete the stored password')
    .action(
      calling(
        io,
        async (
          { client, show },
          which: string,
          options: { password?: boolean; erase?: boolean },
        ) => {
          const { id, ip, rdp, rdp_port, passwd_rdp_until, status } = await findInstall(
            client,
            which,
          );
          const params = { path: { id } };
          const password = options.password
            ? (await dataOf(client.GET('/api/user/install/{id}/rdp-password', { params })))
                .passwd_rdp
            : undefined;
          if (options.erase) await client.DELETE('/api/user/install/{id}/rdp-password', { params });
          const kept = options.erase ? null : (passwd_rdp_until ?? null);
          const data = {
            id,
            status,
            address: ip,
            port: rdp?.port ?? rdp_port ?? 22,
            account: rdp?.account ?? 'Administrator',
            ...(password !== undefined && { password }),
            proof: rdp?.proof ?? null,
            proven_at: rdp?.proven_at ?? null,
            certificate_sha256: rdp?.certificate_sha256 ?? null,
            password_kept_until: kept,
          };
          show(data, () =>
            fields([
              ['Address', `${data.address}:${data.port}`],
              ['Account', data.account],
              ['Password', password],
              ['Verified', data.proven_at ? `${time(data.proven_at)} (${data.proof})` : 'not yet'],
              ['Certificate', data.certificate_sha256],
              ['Password stored', kept ? `until ${time(kept)}` : 'no'],
            ]),
          );
        },
      ),
    );
}
