import { ApiError, messageOf } from '../../lib/api-error.js';
import { say } from '../../lib/messages.js';
import { billingTexts } from '../../messages/billing.js';

/** What a verification that did not succeed is called, and why (SPEC §8). */
export interface VerificationFailure {
  title: string;
  sentence: string;
  /** The same order id may well be accepted later. */
  worthAnotherTry: boolean;
}

const NOT_FOUND_YET = 'BPAY_NOT_FOUND_YET';

/** A refusal is 'Verification Failed'; no answer, or a broken one, is 'Verification Error'. */
export function describeFailure(error: unknown): VerificationFailure {
  const { bpay: m } = say(billingTexts);
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return refused
    ? {
        title: m.refused,
        sentence: messageOf(error, m.refusedHelp),
        worthAnotherTry: error.code === NOT_FOUND_YET,
      }
    : {
        title: m.broken,
        sentence: messageOf(error, m.brokenHelp),
        worthAnotherTry: true,
      };
}
