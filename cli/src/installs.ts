import { dataOf, type CasementClient, type paths } from '@casement/client';
import { CliError, EXIT, type Exit } from './exit-codes.js';
import { table, time } from './table.js';

type Read<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': { data: infer Data } } } } };
}
  ? Data
  : never;
/** Omits `passwd_rdp`, which is always null and which the client's types drop. */
export type Install = Omit<Read<'/api/user/install/{id}'>, 'passwd_rdp'>;
export type Check = Read<'/api/user/install/check/{id}'>;
export type Topup = Read<'/api/user/topup/{reference}'>;

/** Returns whether the text has the format of Casement's IDs, which names and addresses never have. */
export const isId = (text: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
const PAGE = 100;

/** Returns the address as the service shows it, with the port unless that is 22. Several VPSs may share an address. */
export const addressText = (ip: string, port?: number | null): string =>
  port == null || port === 22 ? ip : `${ip}:${port}`;

export const addressOf = ({ ip, rdp, rdp_port }: Install): string =>
  addressText(ip, rdp?.port ?? rdp_port);

/** Splits `203.0.113.7:20122`. The port is optional. */
export function filterOf(address: string): { ip: string; port?: number } {
  const [, ip = address, port] = /^(.+):(\d{1,5})$/.exec(address) ?? [];
  return { ip, ...(port && { port: Number(port) }) };
}

/** Finds an install by its ID, or the newest install of an address. */
export async function findInstall(client: CasementClient, idOrAddress: string): Promise<Install> {
  if (isId(idOrAddress)) {
    return dataOf(client.GET('/api/user/install/{id}', { params: { path: { id: idOrAddress } } }));
  }
  const query = { ...filterOf(idOrAddress), pageSize: 1 };
  const [newest] = await dataOf(client.GET('/api/user/install-history', { params: { query } }));
  if (!newest) throw new CliError(`No install found for ${idOrAddress}.`, EXIT.notFound);
  return newest;
}

type Filter = Omit<
  NonNullable<paths['/api/user/install-history']['get']['parameters']['query']>,
  'page' | 'pageSize' | 'after'
>;
export type StatusFilter = Filter['status'];

/** Yields installs newest first, fetching pages on demand. */
export async function* installsOf(client: CasementClient, filter: Filter = {}) {
  for (let after: string | undefined = ''; after !== undefined;) {
    const query: Filter & { after: string } = { ...filter, after };
    const { data } = await client.GET('/api/user/install-history', {
      params: { query: { ...query, pageSize: PAGE } },
    });
    yield* data?.data ?? [];
    after = data?.meta.next;
  }
}

export const isFinished = ({ status }: Pick<Install, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'manual_review';

/** Returns the exit code of the installs. A single install that failed or is in manual review makes it a failure. */
export const exitCodeOfInstalls = (installs: readonly Install[]): Exit =>
  installs.some(({ status }) => status === 'failed' || status === 'manual_review')
    ? EXIT.installFailed
    : EXIT.ok;

/** Returns e.g. `writing 42 %`, `completed`, `failed: SSH_AUTH_FAILED`. */
export function statusText({ status, progress, failure }: Install): string {
  if (failure) return `${status}: ${failure.code}`;
  if (isFinished({ status }) || progress.phase === null) return status.replace('_', ' ');
  return progress.percent === null
    ? progress.phase
    : `${progress.phase} ${Math.floor(progress.percent)} %`;
}

export const installTable = (installs: readonly Install[]): string =>
  installs.length === 0
    ? 'No installs.'
    : table(
        ['ADDRESS', 'WINDOWS', 'STATUS', 'STARTED', 'ID'],
        installs.map((install) => [
          addressOf(install),
          install.win_ver,
          statusText(install),
          time(install.created_at),
          install.id,
        ]),
      );

export const failureText = ({ failure, restored }: Install): string =>
  [
    failure && `${failure.message} ${failure.cure}`,
    restored?.linux && 'The VPS has returned to Linux.',
  ]
    .filter(Boolean)
    .join('\n');
