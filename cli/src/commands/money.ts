import type { Command } from 'commander';
import { dataOf } from '@casement/client';
import { paymentFee } from '@casement/proto/http/billing/payment-fee.js';
import { CliError, EXIT } from '../exit-codes.js';
import type { Topup } from '../installs.js';
import type { Io } from '../io.js';
import { withSession, type Session } from '../session.js';
import { fields, rupiah, table, time } from '../table.js';
import { parseWholeNumber } from '../vps-options.js';

const POLL_MS = 5_000;
const PAGE_SIZE = 20;

export function addMoneyCommands(program: Command, io: Io): void {
  program
    .command('quota')
    .description('show how many installs your quota pays for')
    .option('--ledger', 'also list the latest changes')
    .action(
      withSession(io, async ({ client, show }, { ledger }: { ledger?: boolean }) => {
        const query = { pageSize: ledger ? PAGE_SIZE : 1 };
        const rows = await dataOf(client.GET('/api/user/quota/ledger', { params: { query } }));
        const quota = rows[0]?.balance_after ?? 0;
        show(ledger ? { quota, ledger: rows } : { quota }, () =>
          [
            `Quota: ${quota}`,
            ledger &&
              table(
                ['DATE', 'CHANGE', 'BALANCE', 'DETAILS'],
                rows.map((row) => [
                  time(row.created_at),
                  String(row.amount),
                  String(row.balance_after),
                  row.reason,
                ]),
              ),
          ]
            .filter(Boolean)
            .join('\n\n'),
        );
      }),
    );

  program
    .command('topup')
    .description('buy quota (without a quantity: list your orders)')
    .argument('[quantity]', 'quota to buy; one install uses 1', parseWholeNumber)
    .option('--method <code>', 'payment method (without it: list methods, fees and totals)')
    .option('--wait', 'wait until the order is paid or has expired')
    .action(
      withSession(
        io,
        async (
          session,
          quantity: number | undefined,
          options: { method?: string; wait?: boolean },
        ) => {
          if (quantity === undefined) return showOrders(session);
          if (!options.method) return showMethods(session, quantity);
          const order = await dataOf(
            session.client.POST('/api/user/topup', {
              body: { quantity, payment_method: options.method },
            }),
          );
          session.show(order, () =>
            fields([
              ['Order', order.reference],
              ['Quantity', order.quantity],
              ['Amount due', rupiah(order.payable_amount ?? order.final_amount)],
              ['Method', order.payment_name],
              ['Pay at', order.checkout_url],
              ['Code', order.pay_code],
              ['Pay before', time(order.expired_time * 1000)],
            ]),
          );
          if (options.wait) await waitForPayment(session, order.reference);
        },
      ),
    );
}

async function showOrders({ client, show }: Session): Promise<void> {
  const params = { query: { pageSize: PAGE_SIZE } };
  const orders = await dataOf(client.GET('/api/user/topup/history', { params }));
  show(orders, () =>
    table(
      ['ORDER', 'QUANTITY', 'AMOUNT DUE', 'METHOD', 'STATUS', 'CREATED'],
      orders.map((order) => [
        order.reference ?? order.merchant_ref,
        String(order.quantity),
        rupiah(order.payable_amount ?? order.final_amount),
        order.payment_name,
        order.status,
        time(order.created_at),
      ]),
    ),
  );
}

async function showMethods({ client, show }: Session, quantity: number): Promise<void> {
  const body = { quantity };
  const [quote, methods] = await Promise.all([
    dataOf(client.POST('/api/user/topup/calculate', { body })),
    dataOf(client.GET('/api/user/payment-methods/enabled')),
  ]);
  show({ quote, methods }, () =>
    [
      `${quantity} × ${quote.product.name}: ${rupiah(quote.final_amount)}, plus the fee of the payment method.`,
      table(
        ['METHOD', 'NAME', 'FEE', 'TOTAL'],
        methods.map((method) => {
          const fee = paymentFee(method, quote.final_amount);
          return [method.code, method.name, rupiah(fee), rupiah(quote.final_amount + fee)];
        }),
      ),
      `Order with: casement topup ${quantity} --method CODE`,
    ].join('\n\n'),
  );
}

async function waitForPayment({ client, io, show }: Session, reference: string): Promise<void> {
  const params = { path: { reference } };
  let order: Topup;
  do {
    await io.sleep(POLL_MS);
    order = await dataOf(client.GET('/api/user/topup/{reference}', { params }));
  } while (order.status === 'UNPAID' || order.status === 'PENDING');
  show(order, () => `${reference}: ${order.status}`);
  if (order.status !== 'PAID') throw new CliError('The order was not paid.', EXIT.failed);
}
