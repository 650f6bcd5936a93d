// Invariants that must hold after a run.
import type { Record } from './load.js';
import type { TestUser } from './test-user.js';
import { until, type Product } from './product.js';

interface Bill {
  reference: string;
  callbacks: { accepted: boolean }[];
}
interface Mail {
  to: { address: string }[];
  text: string;
}

/** @returns the violations */
export async function prove(
  product: Omit<Product, 'inside'> & {
    inside(...args: string[]): string | Promise<string>;
  },
  { customers, record, ends }: { customers: TestUser[]; record: Record; ends: string[] },
): Promise<string[]> {
  const wrong = record.failures.map(
    ({ name, phase, status, why }) => `${name} (${phase}): ${status || 'no answer'} ${why}`,
  );
  wrong.push(...ends.filter((line) => !line.includes('(code 0)')));
  for (const one of customers) wrong.push(...(await proveCustomer(one)));
  wrong.push(...(await proveProvider(product, customers)));
  wrong.push(...(await proveMails(product, customers)));
  try {
    console.log(`  ${await product.inside('billing', 'services/billing/dist/verify.js')}`);
  } catch (error) {
    wrong.push((error as Error).message);
  }
  return wrong;
}

/** Checks that every payment exists once and is credited once, and that every held quota was released. */
async function proveCustomer(one: TestUser): Promise<string[]> {
  const wrong: string[] = [];
  await until(`the settling of ${one.username}'s books`, async () => {
    const answer = await one.ask<{ user: { quota: number } }>(
      'dashboard',
      'GET',
      '/user/dashboard',
    );
    return answer?.data.user.quota === one.bought;
  }).catch((error: Error) => wrong.push(error.message));
  const history = await pages<{ reference: string; status: string }>(
    one,
    'top-up history',
    '/user/topup/history',
  );
  for (const reference of one.topups) {
    const found = history.filter((row) => row.reference === reference);
    const paid = found.filter(({ status }) => status === 'PAID');
    if (found.length !== 1 || paid.length !== 1)
      wrong.push(`${reference} is there ${found.length} times, paid ${paid.length} times`);
  }
  if (history.length !== one.topups.length)
    wrong.push(`${one.username} ordered ${one.topups.length} and has ${history.length}`);
  const ledger = await pages<{ kind: string }>(one, 'quota history', '/user/quota/ledger');
  const credits = ledger.filter(({ kind }) => kind === 'credit');
  if (credits.length !== one.topups.length)
    wrong.push(`${one.username}: ${credits.length} credits for ${one.topups.length} payments`);
  return wrong;
}

async function pages<Row>(one: TestUser, name: string, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await one.ask<Row[]>(name, 'GET', `${path}?page=${page}&pageSize=50`);
    if (!answer) throw new Error(`${one.username}: no ${name}`);
    const { data, meta } = answer;
    rows.push(...data);
    if (data.length === 0 || rows.length >= meta.total) return rows;
  }
}

/** Checks that the provider has no unknown order and that its first callback was accepted. */
async function proveProvider(
  product: Pick<Product, 'sandboxUrl'>,
  customers: TestUser[],
): Promise<string[]> {
  const answer = await fetch(`${product.sandboxUrl}/_sandbox/transactions`);
  const bills = (await answer.json()) as Bill[];
  const known = new Set(customers.flatMap(({ topups }) => topups));
  const strangers = bills.filter(({ reference }) => !known.has(reference)).length;
  const repeated = bills.filter(
    ({ callbacks }) => callbacks.length !== 1 || !callbacks[0]?.accepted,
  );
  return [
    ...(strangers > 0 ? [`the provider has ${strangers} orders more than were accepted`] : []),
    ...repeated.map(({ reference, callbacks }) => `${reference}: ${JSON.stringify(callbacks)}`),
  ];
}

/** Checks that each registration sent one code, and that no payment sent two mails. */
async function proveMails(
  product: Pick<Product, 'mailUrl'>,
  customers: TestUser[],
): Promise<string[]> {
  const wrong: string[] = [];
  await until(
    'the mails',
    async () => {
      const mails = (await (await fetch(`${product.mailUrl}/email`)).json()) as Mail[];
      wrong.splice(0);
      for (const { email, topups } of customers) {
        const own = mails.filter(({ to }) => to.some(({ address }) => address === email));
        const welcome = own.filter(({ text }) => /code is [A-Z0-9]{6}/.test(text)).length;
        if (welcome !== 1) wrong.push(`${email} got ${welcome} codes for one registration`);
        for (const reference of topups) {
          const count = own.filter(({ text }) => text.includes(reference)).length;
          if (count > 1) wrong.push(`${email} got ${count} mails about ${reference}`);
        }
      }
      return wrong.length === 0;
    },
    60_000,
  ).catch(() => undefined);
  return wrong;
}
