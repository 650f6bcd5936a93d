import { CAUSES, causeOf } from './ledger-causes.js';

describe(causeOf.name, () => {
  it.each([
    ['release', 'install_failed', 'Install failed'],
    ['release', 'anything else', 'Install not carried out'],
    ['release', 'constructor', 'Install not carried out'],
    ['refund', 'refunded_by_gateway', 'Payment refunded'],
    ['hold', 'charged_again', 'Reserved again: install resumed'],
    ['credit', '', 'Top-up paid'],
    ['credit', 'voucher_redeemed', 'Voucher redeemed'],
    ['capture', '', 'Install completed'],
    ['adjustment', 'set', 'Set by an administrator'],
  ] as const)('maps a %s with the reason "%s" to its cause', (kind, reason, sentence) => {
    expect(CAUSES[causeOf({ kind, reason })]).toBe(sentence);
  });
});
