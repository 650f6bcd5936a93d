import { escape, page } from '../page.js';
import { possibleActions, type HostedOrder } from './hosted-order.js';

export const hostedPath = ({ provider, id }: HostedOrder): string => `/${provider}/pay/${id}`;

const NAMES = { midtrans: 'Midtrans', stripe: 'Stripe' };

/** Page on which a user plays the customer and the customer's bank. */
export function hostedPage(order: HostedOrder): string {
  const path = hostedPath(order);
  const buttons = possibleActions(order).map(
    ([name, label]) =>
      `<form method="post" action="${path}/${name}"><button class="${name === 'pay' ? 'primary' : ''}">${label}</button></form>`,
  );
  const back = order.returnUrl
    ? `<p><a href="${escape(order.returnUrl)}">Back to the merchant</a></p>`
    : '';
  const tries = order.callbacks.map(
    ({ at, event, answer, accepted }) =>
      `<tr><td>${at}</td><td>${escape(event)}</td><td>${escape(String(answer))}</td><td>${accepted ? 'accepted' : 'not accepted'}</td></tr>`,
  );
  return page(
    `${NAMES[order.provider]} sandbox`,
    `<div class="frame padded" style="max-width:560px">
<h1>${escape(order.itemName)} <span class="badge">${order.state}</span></h1>
<dl><dt>Reference</dt><dd class="mono">${escape(order.id)}</dd>
<dt>Merchant reference</dt><dd class="mono">${escape(order.merchantRef)}</dd>
<dt>Customer</dt><dd>${escape(order.email)}</dd>
<dt>Method</dt><dd>${escape(order.method)}</dd>
<dt>To pay</dt><dd><strong>${formatAmount(order)}</strong></dd></dl>
<div class="actions">${buttons.join('')}</div>${back}
<p class="muted">No money moves here. Each button tells the merchant by a signed callback.</p>
</div>${tries.length > 0 ? `<h1 style="margin-top:32px">Callbacks</h1><div class="frame"><table><tbody>${tries.join('')}</tbody></table></div>` : ''}`,
  );
}

/** Rows of the overview. */
export const hostedRow = (order: HostedOrder): string =>
  `<tr><td><a class="mono" href="${hostedPath(order)}">${escape(order.merchantRef)}</a></td>
<td>${NAMES[order.provider]}: ${escape(order.method)}</td><td>${order.state}</td><td class="number">${formatAmount(order)}</td>
<td>${new Date(order.createdAt * 1000).toISOString()}</td></tr>`;

/** Midtrans counts in rupiah, Stripe in hundredths. */
const formatAmount = ({ provider, currency, amount }: HostedOrder): string =>
  `${currency} ${(provider === 'midtrans' ? amount : amount / 100).toLocaleString('de-DE')}`;
