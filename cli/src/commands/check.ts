import type { Command } from 'commander';
import { dataOf } from '@casement/client';
import { CliError, EXIT } from '../exit-codes.js';
import type { Check } from '../installs.js';
import type { Io } from '../io.js';
import { withSession, type Session } from '../session.js';
import { fields, span, table } from '../table.js';
import { networkOptionsOf, withNetworkOptions, type NetworkFlags } from '../windows-options.js';
import { parseAddress, readVps, withVpsOptions, type VpsOptions } from '../vps-options.js';

const POLL_MS = 2_000;

interface CheckOptions extends VpsOptions, NetworkFlags {
  windows?: string;
}

export function addCheckCommand(program: Command, io: Io): void {
  withNetworkOptions(
    withVpsOptions(
      program
        .command('check')
        .description('check whether Windows can be installed on a VPS (free, changes nothing)')
        .argument('<address>', 'IPv4 address of the VPS', parseAddress)
        .option('--windows <version>', 'version to check for, from `casement versions`'),
    ),
  ).action(
    withSession(io, async (session, ip: string, options: CheckOptions) => {
      const { vps } = await readVps(io, ip, options, false);
      const network = networkOptionsOf(options);
      const body = {
        ...vps,
        ...(options.windows && { win_ver: options.windows }),
        ...(Object.keys(network).length > 0 && { network }),
      };
      const { id } = await dataOf(session.client.POST('/api/user/install/check', { body }));
      const check = await ended(session, id);
      session.show(check, () => checkText(check));
      if (check.status !== 'passed') {
        throw new CliError(`${ip} is not compatible. Nothing was changed on it.`, EXIT.refused);
      }
    }),
  );
}

async function ended({ client, io }: Session, id: string): Promise<Check> {
  for (;;) {
    const check = await dataOf(
      client.GET('/api/user/install/check/{id}', { params: { path: { id } } }),
    );
    if (check.status !== 'pending' && check.status !== 'running') return check;
    await io.sleep(POLL_MS);
  }
}

function checkText(check: Check): string {
  const { findings, failure, disks = [], windows_network: network } = check;
  const explained = findings.filter(({ message }) => message !== null);
  const erased = disks
    .filter((disk) => disk.erased)
    .map(({ name, size }) => `${name} (${gib(size)})`);
  return [
    fields([
      ['Address', check.ip],
      ['System', check.os_name],
      ['Windows', check.win_name],
      ['Erases', erased.join(', ')],
      ['Network', network ? networkText(network) : null],
      ['Duration', check.install_seconds ? `about ${span(check.install_seconds)}` : null],
      ['Result', check.status],
    ]),
    findings.length > 0 &&
      table(
        ['CHECK', 'RESULT', 'DETAILS'],
        findings.map(({ name, result, found }) => [name, result, found]),
      ),
    ...explained.map(({ message, cure }) => `${message} ${cure}`),
    failure && `${failure.message} ${failure.cure}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function networkText({
  dhcp,
  addresses,
  gateway,
  dns,
  ipv6,
}: NonNullable<Check['windows_network']>): string {
  return [
    `${addresses.join(', ')}${dhcp ? ' by DHCP' : ''}`,
    `gateway ${gateway}`,
    `DNS ${dns ? dns.join(', ') : 'by DHCP'}`,
    ...(ipv6 === null ? [] : [`IPv6 ${ipv6 ? 'on' : 'off'}`]),
  ].join('; ');
}

const gib = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GiB`;
