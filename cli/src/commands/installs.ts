import type { Command } from 'commander';
import { dataOf } from '@casement/client';
import {
  addressOf,
  filterOf,
  findInstall,
  installTable,
  installsOf,
  isFinished,
  failureText,
  statusText,
  type Install,
  type StatusFilter,
} from '../installs.js';
import { stripControlCharacters, type Io } from '../io.js';
import { withSession } from '../session.js';
import { fields, table, time } from '../table.js';
import { parseWholeNumber } from '../vps-options.js';
import { watchInstalls } from '../watch.js';

const LOG_EVERY_MS = 3_000;
const ID_OR_ADDRESS = 'install ID, or a VPS address[:port] for its newest install';
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
    .description('list the Windows versions you can install')
    .action(
      withSession(io, async ({ client, show }) => {
        const [all, { languages = {} }] = await Promise.all([
          dataOf(client.GET('/api/user/windows-versions')),
          dataOf(client.GET('/api/user/install-options')),
        ]);
        const versions = all
          .filter(({ available }) => available)
          .map((version) => ({ ...version, languages: languages[version.slug] ?? [] }));
        show(versions, () =>
          table(
            ['WINDOWS', 'NAME', 'DISPLAY LANGUAGES'],
            versions.map(({ slug, name, languages: own }) => [slug, name, own.join(', ')]),
          ),
        );
      }),
    );

  program
    .command('list')
    .description('list your installs, newest first')
    .option(
      '--status <status>',
      'only this status: pending, preparing, running, manual_review, completed, failed or active',
    )
    .option('--ip <address[:port]>', 'only installs on this VPS')
    .option('--limit <number>', 'maximum number of installs', parseWholeNumber, DEFAULT_LIMIT)
    .action(
      withSession(io, async ({ client, show }, options: ListOptions) => {
        const { limit, ip, ...status } = options;
        const filter = { ...status, ...(ip !== undefined && filterOf(ip)) };
        const installs: Install[] = [];
        for await (const install of installsOf(client, filter)) {
          if (installs.length === limit) break;
          installs.push(install);
        }
        show(installs, () => installTable(installs));
      }),
    );

  program
    .command('watch')
    .description('show the progress of installs until they finish')
    .argument('[install...]', `${ID_OR_ADDRESS} (default: all in progress)`)
    .option(
      '--timeout <seconds>',
      'stop watching after this time; installs continue',
      parseWholeNumber,
    )
    .action(
      withSession(io, async (session, idOrAddress: string[], { timeout }: { timeout?: number }) => {
        const found = await Promise.all(
          idOrAddress.map((install) => findInstall(session.client, install)),
        );
        await watchInstalls(
          session,
          found.map(({ id }) => id),
          timeout,
        );
      }),
    );

  program
    .command('logs')
    .description('print the log of an install')
    .argument('<install>', ID_OR_ADDRESS)
    .option('-f, --follow', 'print new lines until the install finishes')
    .action(
      withSession(io, async ({ client }, idOrAddress: string, { follow }: { follow?: boolean }) => {
        const { id } = await findInstall(client, idOrAddress);
        const params = { path: { id } };
        const shown = new Set<string>();
        for (;;) {
          // The status is read first, so that the log read afterwards contains everything up to the end.
          const over = isFinished(await dataOf(client.GET('/api/user/install/{id}', { params })));
          const { data } = await client.GET('/api/user/install/{id}/log', {
            params,
            parseAs: 'text',
          });
          // Each response contains the complete log, and new lines may appear in the middle.
          const isFirst = shown.size === 0;
          for (const line of String(data).trimEnd().split('\n')) {
            if (isFirst || (line !== '' && !shown.has(line)))
              io.write(`${stripControlCharacters(line)}\n`);
            shown.add(line);
          }
          if (!follow || over) return;
          await io.sleep(LOG_EVERY_MS);
        }
      }),
    );

  program
    .command('cancel')
    .description('cancel an install while Linux is still on the disk')
    .argument('<install>', ID_OR_ADDRESS)
    .action(
      withSession(io, async ({ client, show }, idOrAddress: string) => {
        const { id } = await findInstall(client, idOrAddress);
        const params = { path: { id } };
        const install = await dataOf(client.POST('/api/user/install/{id}/cancel', { params }));
        show(install, () =>
          `${addressOf(install)}: ${statusText(install)}\n${failureText(install)}`.trim(),
        );
      }),
    );

  program
    .command('rdp')
    .description(
      'show how to connect by Remote Desktop: address, account and, with --password, the password',
    )
    .argument('<install>', ID_OR_ADDRESS)
    .option('--password', 'also print the Windows password')
    .option('--erase', 'delete the password that Casement stores (it keeps working in Windows)')
    .action(
      withSession(
        io,
        async (
          { client, show },
          idOrAddress: string,
          options: { password?: boolean; erase?: boolean },
        ) => {
          const { id, ip, rdp, rdp_port, passwd_rdp_until, status } = await findInstall(
            client,
            idOrAddress,
          );
          const params = { path: { id } };
          const password = options.password
            ? (await dataOf(client.GET('/api/user/install/{id}/rdp-password', { params })))
                .passwd_rdp
            : undefined;
          if (options.erase) await client.DELETE('/api/user/install/{id}/rdp-password', { params });
          const storedUntil = options.erase ? null : (passwd_rdp_until ?? null);
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
            password_kept_until: storedUntil,
          };
          show(data, () =>
            fields([
              ['Address', `${data.address}:${data.port}`],
              ['Account', data.account],
              ['Password', password],
              ['Verified', data.proven_at ? `${time(data.proven_at)} (${data.proof})` : 'not yet'],
              ['Certificate', data.certificate_sha256],
              ['Password stored', storedUntil ? `until ${time(storedUntil)}` : 'no'],
            ]),
          );
        },
      ),
    );
}
