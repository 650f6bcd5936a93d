import { Client as PgClient } from 'pg';
import { currentContext } from '@casement/common/core/context/request-context.js';
import type { Client } from './client.js';

/** Returns the statements caused by the requests of one client, excluding background work. */
export async function statementsOf(from: Client, act: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const real = PgClient.prototype.query as (...args: unknown[]) => unknown;
  const spy = jest.spyOn(PgClient.prototype, 'query').mockImplementation(function (
    this: PgClient,
    ...args: unknown[]
  ) {
    if (currentContext()?.clientAddress === from.address) seen.push(String(args[0]));
    return real.apply(this, args) as never;
  });
  try {
    await act();
  } finally {
    spy.mockRestore();
  }
  return seen;
}
