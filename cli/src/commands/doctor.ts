import type { Command } from 'commander';
import { CasementError, dataOf, type CasementClient } from '@casement/client';
import { CliError, EXIT } from '../exit-codes.js';
import type { Io } from '../io.js';
import { withSession, type Session } from '../session.js';
import { table } from '../table.js';

/** A larger difference makes expiry times misleading. */
const MAX_CLOCK_SECONDS = 60;
/** The status page's settings: public, and served without any service. */
const PUBLIC_FILE = '/config.json';
const ONE = { params: { query: { pageSize: 1 } } };

interface Finding {
  check: string;
  ok: boolean;
  details: string;
}

/** Adds `casement doctor`, which checks what an install needs on the customer's side. */
export function addDoctorCommand(program: Command, io: Io): void {
  program
    .command('doctor')
    .description('check the server, clock, API key, permissions, quota and Windows versions')
    .action(
      withSession(io, async (session) => {
        const findings = await examine(session);
        session.show(findings, () =>
          table(
            ['CHECK', 'RESULT', 'DETAILS'],
            findings.map(({ check, ok, details }) => [check, ok ? 'ok' : 'problem', details]),
          ),
        );
        const problems = findings.filter(({ ok }) => !ok).length;
        if (problems > 0) throw new CliError(`Problems found: ${problems}.`, EXIT.failed);
      }),
    );
}

async function examine({ client, io, url }: Session): Promise<Finding[]> {
  const server = await serverFindings(io, url);
  if (!server[0]?.ok) return server;
  const calls = await Promise.all([
    permission('installs:read', () => versionsFound(client)),
    permission('quota:read', () => quotaFound(client)),
    permission('topups:read', () => nothingMore(client.GET('/api/user/topup/history', ONE))),
    permission('webhooks', () => nothingMore(client.GET('/api/user/webhooks'))),
  ]);
  const invalid = calls.flat().find(({ check }) => check === 'API key');
  if (invalid) return [...server, invalid];
  return [...server, { check: 'API key', ok: true, details: 'valid' }, ...calls.flat()];
}

async function serverFindings(io: Io, url: string): Promise<Finding[]> {
  try {
    const response = await io.fetch(new Request(new URL(PUBLIC_FILE, url)));
    const { ok, status, headers } = response;
    const server = { check: 'Server', ok, details: ok ? url : `${url} answered ${status}` };
    const date = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(date)) return [server];
    const seconds = Math.round((Date.now() - date) / 1000);
    const isRight = Math.abs(seconds) <= MAX_CLOCK_SECONDS;
    const details = `${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the server`;
    return [server, { check: 'Clock', ok: isRight, details }];
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    return [{ check: 'Server', ok: false, details: `${url} cannot be reached: ${reason}` }];
  }
}

/** Calls what needs the permission. @param call returns further findings */
async function permission(scope: string, call: () => Promise<Finding[]>): Promise<Finding[]> {
  const check = `Permission ${scope}`;
  try {
    return [{ check, ok: true, details: '' }, ...(await call())];
  } catch (error) {
    if (!(error instanceof CasementError)) throw error;
    if (error.status === 401 || error.code === 'API_KEY_NETWORK') {
      return [{ check: 'API key', ok: false, details: error.message }];
    }
    return [{ check, ok: false, details: error.message }];
  }
}

async function versionsFound(client: CasementClient): Promise<Finding[]> {
  const all = await dataOf(client.GET('/api/user/windows-versions'));
  const versions = all.filter(({ available }) => available);
  const details = versions.map(({ slug }) => slug).join(', ') || 'none can be installed now';
  return [{ check: 'Windows', ok: versions.length > 0, details }];
}

async function quotaFound(client: CasementClient): Promise<Finding[]> {
  const [latest] = await dataOf(client.GET('/api/user/quota/ledger', ONE));
  const quota = latest?.balance_after ?? 0;
  const details = quota > 0 ? String(quota) : '0: buy some with `casement topup`';
  return [{ check: 'Quota', ok: quota > 0, details }];
}

async function nothingMore(call: Promise<unknown>): Promise<Finding[]> {
  await call;
  return [];
}
