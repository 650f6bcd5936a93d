import type { Command } from 'commander';
import { dataOf, type paths } from '@casement/client';
import { CliError, EXIT } from '../exit-codes.js';
import { isId } from '../installs.js';
import type { Io } from '../io.js';
import { withSession, type Session } from '../session.js';
import { fields, table, time } from '../table.js';
import { parseWholeNumber } from '../vps-options.js';

const POLL_MS = 5_000;

type Job =
  paths['/api/admin/windows-images/imports/{id}']['get']['responses'][200]['content']['application/json']['data'];

/** Adds commands for operators' scripts. They require an administrator's key. */
export function addAdminCommands(program: Command, io: Io): void {
  const admin = program
    .command('admin')
    .description("operator commands; require an administrator's API key");
  addImageCommands(admin, io);
  addQuotaCommand(admin, io);
  addBlockCommands(admin, io);
}

function addImageCommands(admin: Command, io: Io): void {
  admin
    .command('images')
    .description('list Windows versions and their images')
    .action(
      withSession(io, async ({ client, show }) => {
        const images = await dataOf(client.GET('/api/admin/windows-images'));
        show(images, () =>
          table(
            ['WINDOWS', 'NAME', 'IMAGE', 'IMPORTED', 'COPIES', 'LAST JOB'],
            images.map(({ slug, name, state, imported_at, copies, job }) => [
              slug,
              name,
              state,
              imported_at ? time(imported_at) : '-',
              verifiedOrigins(copies) || '-',
              job ? `${job.kind} ${job.status}` : '-',
            ]),
          ),
        );
      }),
    );

  admin
    .command('import')
    .description('import the image of a Windows version and wait for it')
    .argument('<version>', 'slug of the Windows version')
    .argument('<location>', 'file in the import folder, or address')
    .option('--sha256 <sum>', 'SHA-256 of the stored file')
    .option('--no-wait', 'do not wait for the result')
    .action(withSession(io, importImage));

  admin
    .command('replicate')
    .description('copy an image to an origin or verify it there')
    .argument('<version>', 'slug of the Windows version')
    .argument('<origin>', 'name of an origin in IMAGE_ORIGINS')
    .option('--no-wait', 'do not wait for the result')
    .action(withSession(io, replicateImage));
}

const verifiedOrigins = (copies: { origin: string; verified_at: string | null }[] = []): string =>
  copies.flatMap(({ origin, verified_at }) => (verified_at ? origin : [])).join(' ');

async function importImage(
  session: Session,
  slug: string,
  location: string,
  { sha256, wait }: { sha256?: string; wait: boolean },
): Promise<void> {
  const { client } = session;
  const job = await dataOf(
    client.POST('/api/admin/windows-images/import', {
      body: {
        windows_version_id: await versionId(session, slug),
        source: /^https?:/i.test(location) ? 'url' : 'file',
        location,
        ...(sha256 && { sha256 }),
      },
    }),
  );
  const ended = await follow(session, job, wait, 'Import');
  if (ended.status === 'failed' || ended.status === 'cancelled') {
    throw new CliError(`Failed to import the image of ${slug}.`, EXIT.failed);
  }
}

async function replicateImage(
  session: Session,
  slug: string,
  origin: string,
  { wait }: { wait: boolean },
): Promise<void> {
  const id = await versionId(session, slug);
  const job = await dataOf(
    session.client.POST('/api/admin/windows-images/{id}/replicate', {
      params: { path: { id } },
      body: { origin },
    }),
  );
  const ended = await follow(session, job, wait, 'Copy');
  if (ended.status === 'failed' || ended.status === 'cancelled') {
    throw new CliError(`Failed to copy the image of ${slug} to ${origin}.`, EXIT.failed);
  }
}

async function versionId({ client }: Session, slug: string): Promise<string> {
  const images = await dataOf(client.GET('/api/admin/windows-images'));
  const image = images.find((candidate) => candidate.slug === slug);
  if (!image) throw new CliError(`Windows version not found: ${slug}.`, EXIT.notFound);
  return image.windows_version_id;
}

/** Waits for the job's end if requested, and prints the result. */
async function follow(
  { client, io, show }: Session,
  started: Job,
  wait: boolean,
  what: string,
): Promise<Job> {
  let job = started;
  const params = { path: { id: job.id } };
  while (wait && (job.status === 'queued' || job.status === 'running')) {
    await io.sleep(POLL_MS);
    job = await dataOf(client.GET('/api/admin/windows-images/imports/{id}', { params }));
  }
  show(job, () =>
    fields([
      [what, job.id],
      ['Status', job.status],
      ['Problem', job.failure && `${job.failure.message} ${job.failure.cure}`],
    ]),
  );
  return job;
}

function addQuotaCommand(admin: Command, io: Io): void {
  admin
    .command('quota')
    .description("change a user's quota")
    .argument('<user>', 'username or ID')
    .option('--add <number>', 'add this many', parseWholeNumber)
    .option('--set <number>', 'set the quota to this number', parseWholeNumber)
    .option('--reason <text>', 'reason for the ledger and the audit log')
    .action(
      withSession(
        io,
        async (
          { client, show },
          user: string,
          { add, set, reason }: { add?: number; set?: number; reason?: string },
        ) => {
          const amount = add ?? set;
          if (amount === undefined || (add !== undefined && set !== undefined)) {
            throw new CliError('Pass either --add or --set.', EXIT.usage);
          }
          const id = isId(user) ? user : await idOf(client, user);
          const { newQuota } = await dataOf(
            client.POST('/api/admin/users/{id}/quota', {
              params: { path: { id } },
              body: {
                amount,
                operation: add === undefined ? 'set' : 'add',
                ...(reason && { reason }),
              },
            }),
          );
          show({ id, quota: newQuota }, () => `Quota of ${user}: ${newQuota}`);
        },
      ),
    );
}

/** The search also matches parts of names. */
async function idOf(client: Session['client'], username: string): Promise<string> {
  const query = { search: username, pageSize: 100 };
  const users = await dataOf(client.GET('/api/admin/users', { params: { query } }));
  const found = users.find((candidate) => candidate.username === username);
  if (!found) throw new CliError(`User not found: ${username}.`, EXIT.notFound);
  return found.id;
}

function addBlockCommands(admin: Command, io: Io): void {
  admin
    .command('block')
    .description('block an address or a network')
    .argument('<address>')
    .requiredOption('--reason <text>', 'reason for the audit log')
    .option('--minutes <number>', 'duration of the block', parseWholeNumber, 60)
    .option('--permanent', 'block permanently')
    .action(
      withSession(
        io,
        async (
          { client, show },
          ip: string,
          options: { reason: string; minutes: number; permanent?: boolean },
        ) => {
          const { reason, minutes: duration, permanent } = options;
          const body = { ip, reason, duration, ...(permanent && { permanent }) };
          const block = await dataOf(client.POST('/api/security/block-ip', { body }));
          const until = block.expires_at ? `until ${time(block.expires_at)}` : 'permanently';
          show(block, () => `${block.ip} is blocked ${until}.`);
        },
      ),
    );

  admin
    .command('unblock')
    .description('unblock an address')
    .argument('<address>')
    .requiredOption('--reason <text>', 'reason for the audit log')
    .action(
      withSession(io, async ({ client, show }, ip: string, { reason }: { reason: string }) => {
        await client.POST('/api/security/unblock-ip', { body: { ip, reason } });
        show({ ip, blocked: false }, () => `${ip} is no longer blocked.`);
      }),
    );
}
