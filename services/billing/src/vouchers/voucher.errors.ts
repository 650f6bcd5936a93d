import { DomainError } from '@casement/common/core/errors/domain-error.js';

const notValid = (message: string) => () =>
  new DomainError('conflict', 'VOUCHER_NOT_VALID', message);

export const voucherErrors = {
  unknown: () =>
    new DomainError(
      'not_found',
      'VOUCHER_UNKNOWN',
      'This voucher code does not exist. Please check its letters and digits.',
    ),
  disabled: notValid('This voucher code is no longer valid.'),
  expired: notValid('This voucher code has expired.'),
  notStarted: notValid('This voucher code is not valid yet.'),
  usedUp: notValid('This voucher code has been used up.'),
  alreadyUsed: () =>
    new DomainError(
      'conflict',
      'VOUCHER_ALREADY_USED',
      'You have already used this voucher code. An unpaid top-up keeps it until it expires.',
    ),
  belowMinimum: (min: number) =>
    new DomainError(
      'conflict',
      'VOUCHER_QUANTITY',
      `This voucher code needs a quantity of at least ${min}.`,
    ),
  needsNoOrder: () =>
    new DomainError(
      'conflict',
      'VOUCHER_WRONG_KIND',
      'This voucher code gives free quota. Nothing was ordered; redeem it without a top-up.',
    ),
  needsOrder: () =>
    new DomainError(
      'conflict',
      'VOUCHER_WRONG_KIND',
      'This voucher code gives a discount. Enter it in a top-up.',
    ),
  emailUnverified: () =>
    new DomainError(
      'conflict',
      'VOUCHER_EMAIL_UNVERIFIED',
      'Free quota needs a verified email address. Please verify your email first; the voucher code stays valid.',
    ),
  codeTaken: () =>
    new DomainError('conflict', 'CONFLICT', 'Another voucher has this code. Nothing was created.', {
      details: [{ path: 'code', message: 'Another voucher has this code. Nothing was created.' }],
    }),
  notFound: () => new DomainError('not_found', 'NOT_FOUND', 'This voucher was not found.'),
};
