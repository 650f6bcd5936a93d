import type { Command } from 'commander';
import { dataOf } from '@casement/client';
import { CliError, EXIT } from '../exit-codes.js';
import type { Check } from '../installs.js';
import type { Io } from '../io.js';
import { withSession, type Session } from '../session.js';
import { fields, span, table } from '../table.js';
import { parseAddress, readVps, withVpsOptions, type VpsOptions } from '../vps-options.js';

const POLL_MS = 2_000;

export function addCheckCommand(program: Command, io: Io): void {
  withVpsOptions(
    program
      .command('check')
      .description('check whether Windows can be installed on a VPS (free, changes nothing)')
      .argument('<address>', 'IPv4 address of the VPS', parseAddress)
      .option('--windows <version>', 'version to check for, from `casement versions`'),
  ).action(
    withSession(io, async (session, ip: string, options: VpsOptions & { windows?: string }) => {
      const { vps } = await readVps(io, ip, options, false);
      const body = { ...vps, ...(options.windows && { win_ver: options.windows }) };
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
  const { findings, failure, disks = [] } = check;
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

const gib = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GiB`;
