import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { conflict, notFound } from '../errors.js';

/** A limit per VPS across all users. Requests for other VPSs may still succeed. */
export class AddressLimit extends DomainError {}

export const vpsCheckErrors = {
  notFound: () => notFound('This check no longer exists. Please check the VPS again.'),

  underWay: () =>
    conflict(
      'CHECK_UNDER_WAY',
      'This VPS, or another one of yours, is still being checked. Please wait until the check has finished.',
    ),

  tooMany: (limit: typeof DomainError) =>
    new limit(
      'rate_limited',
      'RATE_LIMITED',
      'Too many checks in the last hour. Please try again later; nothing was started.',
    ),

  tooManyWrongPasswords: (limit: typeof DomainError) =>
    new limit(
      'rate_limited',
      'RATE_LIMITED',
      'Too many wrong VPS passwords in the last hour. Check the password with your provider and try again in an hour. Nothing was started and no quota was used.',
    ),
};
