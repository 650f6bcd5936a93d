import { DomainError } from '@casement/common/core/errors/domain-error.js';

/** No answer, or none that can be understood, to a question that changes nothing. */
export class GatewayUnavailable extends DomainError {
  constructor(cause?: unknown) {
    super(
      'unavailable',
      'PAYMENT_GATEWAY_UNAVAILABLE',
      'The payment provider did not answer. Nothing was changed; please try again in a minute.',
      { cause },
    );
  }
}
