const { SANDBOX_URL = '' } = process.env;

interface Bill {
  reference: string;
  merchantRef: string;
  status: string;
}

async function ask<T>(path: string, body?: object): Promise<T> {
  const answer = await fetch(`${SANDBOX_URL}/_sandbox${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to ${path}`);
  return (await answer.json()) as T;
}

/** Performs an action on the sandbox's page for the only open bill. */
export async function simulatePayment(action: 'pay' | 'underpay'): Promise<Bill> {
  const bills = await ask<Bill[]>('/transactions');
  const open = bills.find(({ status }) => status === 'UNPAID');
  if (!open) throw new Error('no bill is open');
  return ask(`/transactions/${open.reference}/${action}`, {});
}

/** Simulates a crypto transfer to our account and returns its Order ID. */
export async function transfer(amount: string): Promise<string> {
  const body = { amount, shape: 'new' };
  return (await ask<{ orderId: string }>('/binance/transfers', body)).orderId;
}
