import { escape } from '../page.js';
import { PAYMENT_VARIANTS } from './manual-payment.js';
import { shownOrderId, type Transfer } from './transfers.js';

/** Form with which a user simulates the customer who sends USDT, and the Order ID of sent transfers. */
export function transferSection(transfers: Transfer[], time: (ms: number) => string): string {
  const rows = transfers.toReversed().map(
    (
      one,
    ) => `<tr><td class="mono">${escape(shownOrderId(one))}</td><td class="mono">${escape(one.transactionId)}</td>
<td class="number">${escape(one.amount)} ${escape(one.currency)}</td><td class="mono">${escape(one.receiverId)}</td><td>${time(one.transactionTime)}</td></tr>`,
  );
  const buttons = Object.entries(PAYMENT_VARIANTS).map(
    ([variant, label]) =>
      `<button name="way" value="${variant}"${variant === 'exact' ? ' class="primary"' : ''}>${label}</button>`,
  );
  const table = `<div class="frame" style="margin-top:16px"><table><thead><tr><th>Order ID</th><th>Transaction ID</th><th class="number">Amount</th><th>To</th><th>At</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
  return `<h1 style="margin-top:32px">Binance transfers</h1>
<form class="frame padded actions" method="post" action="/transfers">
<label>Amount in USDT <input name="amount" required inputmode="decimal"></label>
${buttons.join('')}
<p class="muted">Copy the amount from the order, and the Order ID from the list below into its form.</p></form>
${rows.length ? table : ''}`;
}
