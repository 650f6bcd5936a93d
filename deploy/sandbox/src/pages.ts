import { escape, page } from './page.js';
import type { Faults } from './faults.js';
import type { HostedOrder } from './hosted/hosted-order.js';
import { hostedRow } from './hosted/hosted-page.js';
import { transferSection } from './binance/transfer-section.js';
import type { Transfer } from './binance/transfers.js';
import type { Transaction } from './tripay/transaction.js';

/** Page on which a user simulates the customer's bank. */
export function checkoutPage(one: Transaction): string {
  const open = one.status === 'UNPAID';
  const how = one.qr
    ? `<p><img class="qr" alt="QR code" src="/qr/${one.reference}"></p>`
    : one.payCode
      ? `<p>Pay code <strong class="mono">${one.payCode}</strong></p>`
      : '';
  const buttons = [
    open ? button(one, 'pay', 'Pay', 'primary') : '',
    one.status === 'EXPIRED' ? button(one, 'pay', 'Pay late', 'primary') : '',
    open || one.status === 'EXPIRED' ? button(one, 'underpay', 'Pay too little') : '',
    open ? button(one, 'fail', 'Fail') : '',
    open ? button(one, 'expire', 'Expire') : '',
    one.status === 'PAID' ? button(one, 'pay', 'Send the payment once more') : '',
    one.status === 'PAID' ? button(one, 'pay-twice', 'Pay a second time') : '',
    one.status === 'PAID' ? button(one, 'refund', 'Refund', 'danger') : '',
  ];
  const back = one.returnUrl
    ? `<p><a href="${escape(one.returnUrl)}">Back to the merchant</a></p>`
    : '';
  return page(
    'Payment sandbox',
    `<div class="frame padded" style="max-width:560px">
<h1>${escape(one.paymentName)} <span class="badge">${one.status}</span></h1>
<dl><dt>Reference</dt><dd class="mono">${one.reference}</dd>
<dt>Merchant reference</dt><dd class="mono">${escape(one.merchantRef ?? '–')}</dd>
<dt>Customer</dt><dd>${escape(one.customerName)}</dd>
<dt>Order</dt><dd>${rupiah(one.amount)}</dd>
<dt>Fee</dt><dd>${rupiah(one.fee)}</dd>
<dt>To pay</dt><dd><strong>${rupiah(one.amount + one.fee)}</strong></dd>
${one.short ? `<dt>Paid</dt><dd>${rupiah(one.amount + one.fee - one.short)}</dd>\n` : ''}<dt>Until</dt><dd>${time(one.expiredTime * 1000)}</dd></dl>
${how}<div class="actions">${buttons.join('')}</div>${back}
<p class="muted">No money moves here. Each button tells the merchant by a signed callback.</p>
</div>${callbackTable(one)}`,
  );
}

/** Operator's chat with the message that the customer would send (SPEC §4: Report). */
export const supportPage = (text: string): string =>
  page(
    'Support chat',
    `<div class="frame padded"><p>Your message:</p><pre>${escape(text) || '–'}</pre>
<p class="muted">It goes nowhere: an installation sets SUPPORT_CHAT_URL to its own chat.</p></div>`,
  );

export const statusPage = (): string =>
  page(
    'Status',
    `<div class="frame padded"><p class="muted">An installation sets STATUS_PAGE_URL to its own page.</p></div>`,
  );

/** Page with all bills, the faults, and the form that adds a transfer to the Binance history. */
export function overviewPage(
  transactions: Transaction[],
  hosted: Record<string, { all: HostedOrder[] }>,
  transfers: Transfer[] | null,
  faults: Faults,
): string {
  const rows = transactions.map(
    (one) => `<tr><td><a class="mono" href="/checkout/${one.reference}">${one.reference}</a></td>
<td>${escape(one.paymentName)}</td><td>${one.status}</td><td class="number">${rupiah(one.amount + one.fee)}</td>
<td>${time(one.createdAt * 1000)}</td></tr>`,
  );
  const hostedOrders = Object.values(hosted).flatMap(({ all }) => all);
  rows.push(...hostedOrders.toReversed().map(hostedRow));
  const bills =
    rows.length === 0
      ? '<p class="frame padded muted">No bill yet.</p>'
      : `<div class="frame"><table><thead><tr><th>Reference</th><th>Method</th><th>Status</th><th class="number">Total</th><th>At</th></tr></thead>
<tbody>${rows.join('')}</tbody></table></div>`;
  return page(
    'Payment sandbox',
    `<h1>Bills</h1>${bills}${faultSection(faults)}${transfers ? transferSection(transfers, time) : ''}`,
  );
}

/** Faults that a user can switch on and off: the button's label while the fault is off, and while it is on. */
const SWITCHES = {
  down: ['Take the provider down', 'The provider is down: bring it back'],
  loseCreateAnswers: ['Lose the answers to new bills', 'New bills are not answered: answer them'],
  dropCallbacks: ['Drop callbacks', 'Callbacks are dropped: send them'],
} as const;

function faultSection(faults: Faults): string {
  const forms = Object.entries(SWITCHES).map(([name, [off, on]]) => {
    const isOn = faults[name as keyof typeof SWITCHES];
    return `<form method="post" action="/faults"><input type="hidden" name="name" value="${name}"><button class="${isOn ? 'danger' : ''}">${isOn ? on : off}</button></form>`;
  });
  return `<h1 style="margin-top:32px">Faults</h1><div class="frame padded actions">${forms.join('')}</div>`;
}

function callbackTable(one: Transaction): string {
  if (one.callbacks.length === 0) return '';
  const rows = one.callbacks.map(
    ({ at, event, answer, accepted }) =>
      `<tr><td>${time(Date.parse(at))}</td><td>${event}</td><td>${escape(String(answer))}</td><td>${accepted ? 'accepted' : 'not accepted'}</td></tr>`,
  );
  return `<h1 style="margin-top:32px">Callbacks</h1><div class="frame"><table><thead><tr><th>At</th><th>Status</th><th>Answer</th><th></th></tr></thead>
<tbody>${rows.join('')}</tbody></table></div>`;
}

function button(one: Transaction, action: string, label: string, style = ''): string {
  return `<form method="post" action="/checkout/${one.reference}/${action}"><button class="${style}">${label}</button></form>`;
}

function rupiah(amount: number): string {
  return `Rp ${amount.toLocaleString('de-DE')}`;
}

function time(ms: number): string {
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Jakarta' } as const;
  return new Date(ms).toLocaleString('en-GB', format);
}
