import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyOptions,
} from '@casement/proto/http/auth/passkeys.js';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { DisplayableError } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { passkeyMessages } from '@/messages/account/passkey.js';

/** Asks the browser for a new passkey. @throws DisplayableError if the user cancels */
export const createPasskey = (options: PasskeyOptions): Promise<PasskeyAttestation> =>
  explain(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser');
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    return startRegistration({ optionsJSON });
  });

/** Asks the browser to use a passkey. @throws DisplayableError if the user cancels */
export const askForPasskey = (options: PasskeyOptions): Promise<PasskeyAssertion> =>
  explain(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    return startAuthentication({ optionsJSON });
  });

/**
 * Converts the browser's error to a message. Browsers explain a refusal in their own dialog and report only an already
 * registered passkey separately (InvalidStateError).
 */
async function explain<T>(ask: () => Promise<unknown>): Promise<T> {
  try {
    return (await ask()) as T;
  } catch (cause) {
    const m = t(passkeyMessages);
    const known = cause instanceof Error && cause.name === 'InvalidStateError';
    throw new DisplayableError(known ? m.alreadyAdded : m.cancelled);
  }
}
