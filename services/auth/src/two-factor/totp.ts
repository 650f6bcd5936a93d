import { generateSecret, generateURI, verify } from 'otplib';

/** One step earlier and one later are taken too: phones' clocks are seldom right to the second. */
const TOLERANCE_SECONDS = 30;

/** 160 random bits in Base32, for the authenticator app. */
export const newTotpSecret = (): string => generateSecret();

/** What the QR code holds. */
export const totpUri = (username: string, secret: string): string =>
  generateURI({ issuer: 'Casement', label: username, secret });

/**
 * Which 30-second step a code belongs to, by the server's clock. The caller that accepts the code
 * stores the step and takes only later ones from then on, so that a code works once (ASVS 5.0, 6.5.1).
 * @param code six digits
 * @returns undefined when the code is of no step near `now`
 */
export async function timeStepOf(
  secret: string,
  code: string,
  now = new Date(),
): Promise<number | undefined> {
  const epoch = Math.floor(now.getTime() / 1000);
  const result = await verify({ secret, token: code, epoch, epochTolerance: TOLERANCE_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
