// What must be true when all is over.
import { until } from './product.mjs';

/** @returns a list of what is wrong, empty when nothing is */
export async function prove(product, { customers, record, ends }) {
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
    wrong.push(error.message);
  }
  return wrong;
}

/** Every payment is there once, is credited once, and every quota that was held has come back. */
async function proveCustomer(one) {
  const wrong = [];
  await until(`the settling of ${one.username}'s books`, async () => {
    const { data } = await one.ask('dashboard', 'GET', '/user/dashboard');
    return data.user.quota === one.bought;
  }).catch((error) => wrong.push(error.message));
  const history = await pages(one, 'top-up history', '/user/topup/history');
  for (const reference of one.topups) {
    const found = history.filter((row) => row.reference === reference);
    const paid = found.filter(({ status }) => status === 'PAID');
    if (found.length !== 1 || paid.length !== 1)
      wrong.push(`${reference} is there ${found.length} times, paid ${paid.length} times`);
  }
  if (history.length !== one.topups.length)
    wrong.push(`${one.username} ordered ${one.topups.length} and has ${history.length}`);
  const ledger = await pages(one, 'quota history', '/user/quota/ledger');
  const credits = ledger.filter(({ kind }) => kind === 'credit');
  if (credits.length !== one.topups.length)
    wrong.push(`${one.username}: ${credits.length} credits for ${one.topups.length} payments`);
  return wrong;
}

async function pages(one, name, path) {
  const rows = [];
  for (let page = 1; ; page += 1) {
    const { data, meta } = await one.ask(name, 'GET', `${path}?page=${page}&pageSize=50`);
    rows.push(...data);
    if (data.length === 0 || rows.length >= meta.total) return rows;
  }
}

/** The provider has no order that we don't know, and was answered at its first call. */
async function proveProvider(product, customers) {
  const bills = await (await fetch(`${product.sandboxUrl}/_sandbox/transactions`)).json();
  const known = new Set(customers.flatMap(({ topups }) => topups));
  const strangers = bills.filter(({ reference }) => !known.has(reference)).length;
  const repeated = bills.filter(
    ({ callbacks }) => callbacks.length !== 1 || !callbacks[0].accepted,
  );
  return [
    ...(strangers > 0 ? [`the provider has ${strangers} orders more than were accepted`] : []),
    ...repeated.map(({ reference, callbacks }) => `${reference}: ${JSON.stringify(callbacks)}`),
  ];
}

/** One code for one registration, and never two mails about one payment. */
async function proveMails(product, customers) {
  const wrong = [];
  await until(
    'the mails',
    async () => {
      const mails = await (await fetch(`${product.mailUrl}/email`)).json();
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
