import { reasonOf } from './ledger-reasons.js';

describe(reasonOf.name, () => {
  it.each([
    ['release', 1, 'install_failed', 'Returned: the installation failed'],
    ['release', 1, 'anything else', 'Returned: the installation was not carried out'],
    ['release', 1, 'constructor', 'Returned: the installation was not carried out'],
    ['refund', -2, 'refunded_by_gateway', 'Taken back: the payment was refunded'],
    ['hold', -1, 'charged_again', 'Reserved again: the installation was taken up again'],
    ['credit', 5, '', 'Top-up paid'],
    ['capture', 0, '', 'Spent: the installation completed'],
    ['adjustment', 5, 'set', 'Set by an administrator'],
  ] as const)('explains a %s of %i with the reason "%s"', (kind, amount, reason, sentence) => {
    expect(reasonOf({ kind, amount, reason })).toBe(sentence);
  });
});
