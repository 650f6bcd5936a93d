import { CAUSES, causeOf } from './ledger-causes.js';

describe(causeOf.name, () => {
  it.each([
    ['release', 'install_failed', 'Returned: the install failed'],
    ['release', 'anything else', 'Returned: the install did not take place'],
    ['release', 'constructor', 'Returned: the install did not take place'],
    ['refund', 'refunded_by_gateway', 'Taken back: the payment was refunded'],
    ['hold', 'charged_again', 'Held again: the install was resumed'],
    ['credit', '', 'Top-up paid'],
    ['capture', '', 'Spent: the install completed'],
    ['adjustment', 'set', 'Set by an administrator'],
  ] as const)('maps a %s with the reason "%s" to its cause', (kind, reason, sentence) => {
    expect(CAUSES[causeOf({ kind, reason })]).toBe(sentence);
  });
});
