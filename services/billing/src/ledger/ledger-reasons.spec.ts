import { reasonOf } from './ledger-reasons.js';

describe(reasonOf.name, () => {
  it.each([
    ['release', 1, 'install_failed', 'Returned: the install failed'],
    ['release', 1, 'anything else', 'Returned: the install did not take place'],
    ['release', 1, 'constructor', 'Returned: the install did not take place'],
    ['refund', -2, 'refunded_by_gateway', 'Taken back: the payment was refunded'],
    ['hold', -1, 'charged_again', 'Held again: the install was resumed'],
    ['credit', 5, '', 'Top-up paid'],
    ['capture', 0, '', 'Spent: the install completed'],
    ['adjustment', 5, 'set', 'Set by an administrator'],
  ] as const)('explains a %s of %i with the reason "%s"', (kind, amount, reason, sentence) => {
    expect(reasonOf({ kind, amount, reason })).toBe(sentence);
  });
});
