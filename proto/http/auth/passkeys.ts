import { z } from 'zod';
import { instant, UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';

/** Base64url, and names such as `internal` and `smart-card`. */
const base64url = (max: number) =>
  z
    .string(RULES.PASSKEY)
    .max(max, RULES.PASSKEY)
    .regex(/^[\w-]+$/, RULES.PASSKEY);
const credentialId = base64url(1_400);

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key', RULES.PASSKEY),
  clientExtensionResults: z.looseObject({}, RULES.PASSKEY).default({}),
};

/** Response of `navigator.credentials.get` as JSON (WebAuthn Level 3, AuthenticationResponseJSON). */
export const passkeyAssertion = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: base64url(4_000),
        authenticatorData: base64url(4_000),
        signature: base64url(8_000),
        userHandle: base64url(100).optional(),
      },
      RULES.PASSKEY,
    ),
  },
  RULES.PASSKEY,
);
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

/** Response of `navigator.credentials.create` as JSON (WebAuthn Level 3, RegistrationResponseJSON). */
const passkeyAttestation = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: base64url(4_000),
        attestationObject: base64url(60_000),
        transports: z.array(base64url(20), RULES.PASSKEY).max(10, RULES.PASSKEY).optional(),
      },
      RULES.PASSKEY,
    ),
  },
  RULES.PASSKEY,
);
export type PasskeyAttestation = z.infer<typeof passkeyAttestation>;

/** Options for `navigator.credentials` as JSON. The challenge works once, for five minutes. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });
export type PasskeyOptions = z.infer<typeof passkeyOptions>;
export const passkeyOptionsResponse = z.object({ options: passkeyOptions });

/** POST /user/passkeys. */
export const addPasskeyRequest = z.object({ credential: passkeyAttestation }, UNREADABLE);
export type AddPasskeyRequest = z.infer<typeof addPasskeyRequest>;

/** POST /auth/passkeys/verify → loginResponse. */
export const passkeySignInRequest = z.object({ credential: passkeyAssertion }, UNREADABLE);
export type PasskeySignInRequest = z.infer<typeof passkeySignInRequest>;

export const passkey = z.object({
  id: z.string(),
  /** Browser that added it, e.g. `Chrome on Windows`. */
  device: z.string(),
  /** Whether the passkey is copied to other devices of its owner. */
  synced: z.boolean(),
  created_at: instant,
  last_used_at: instant.nullable(),
});
