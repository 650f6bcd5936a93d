import { DomainError } from '@casement/common/core/errors/domain-error.js';

const conflict = (message: string) => () => new DomainError('conflict', 'CONFLICT', message);

export const refundErrors = {
  notRefundable: conflict(
    'This top-up is not paid, was already refunded, or its refund is in progress. Nothing was changed.',
  ),
  nothingUnused: conflict(
    'No part of this top-up can be refunded: all of it or none of it is used, or the used part costs as much as was paid. Nothing was changed.',
  ),
  notInProgress: conflict('No refund of this top-up is in progress. Nothing was changed.'),
  outcomeUnknown: conflict(
    'The provider was asked to return the money and its answer is not known yet, so a transfer by hand could return it twice. Nothing was changed. Wait for the answer; if there is none for a day, check the payment at the provider and then confirm the refund.',
  ),
  notByHand: conflict('This refund does not wait for a transfer by hand. Nothing was changed.'),
};
