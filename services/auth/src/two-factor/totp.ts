import { generateSecret, generateURI, verify } from 'otplib';

/** Accepts one step earlier and later because phone clocks are rarely exact. */
const TOLERANCE_SECONDS = 30;

/** Returns 160 random bits in Base32. */
export const newTotpSecret = (): string => generateSecret();

/** Returns the content of the QR code. */
export const totpUri = (issuer: string, username: string, secret: string): string =>
  generateURI({ issuer, label: username, secret });

/**
 * Finds the 30-second step of a code. The caller stores the step and afterwards accepts only later ones, so that a
 * code works once (ASVS 5.0, 6.5.1).
 * @param code six digits
 * @returns undefined if the code belongs to no step near `now`
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
