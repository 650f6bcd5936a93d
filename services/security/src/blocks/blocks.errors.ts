import { DomainError } from '@casement/common/core/errors/domain-error.js';

const invalidIp = (message: string) =>
  new DomainError('invalid', 'VALIDATION_FAILED', message, { details: [{ path: 'ip', message }] });

export const blockErrors = {
  noAddress: () => invalidIp('Please enter a valid IP address.'),
  networkTooWide: () => invalidIp('A network cannot be larger than /8 (IPv4) or /16 (IPv6).'),
  ownAddress: () =>
    new DomainError(
      'conflict',
      'OWN_ADDRESS',
      'This is your own IP address, so you would lock yourself out. Confirm to block it anyway.',
    ),
  notBlocked: () => new DomainError('not_found', 'NOT_FOUND', 'This IP address is not blocked.'),
  notAllowlisted: () =>
    new DomainError('not_found', 'NOT_FOUND', 'This address is not on the allowlist.'),
};
