import type { z } from 'zod';
import { secretFields } from '../../core/config/field-marks.js';

const MAX_LENGTH = 500;
/** Shorter secrets are not redacted, because they would match ordinary text. */
const MIN_SECRET_LENGTH = 6;

/** Username and password of a URL, its query, an e-mail address, and text that looks like a token. */
const USER_INFO = /(?<=:\/\/)[^\s/@]+@/g;
const QUERY = /(?<=:\/\/[^\s?]+\?)[^\s'")]+/g;
const MAIL_ADDRESS = /[^\s@<>"'(:]+@[^\s@<>"'):]+\.[a-z]{2,}/gi;
const TOKEN = /[\w-]{40,}/g;

/** Removes secrets and personal data from errors and dependency responses before they are shown. */
export class Redactor {
  private readonly secrets: string[];

  /** @param secrets result of `secretsOf` */
  constructor(secrets: readonly string[]) {
    this.secrets = secrets
      .flatMap((secret) => [secret, encodeURIComponent(secret)])
      .filter(({ length }) => length >= MIN_SECRET_LENGTH);
  }

  redact(text: string): string {
    let plain = text;
    for (const secret of this.secrets) plain = plain.replaceAll(secret, '[secret]');
    return plain
      .replace(USER_INFO, '')
      .replace(QUERY, '[…]')
      .replace(MAIL_ADDRESS, '[address]')
      .replace(TOKEN, '[…]')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, MAX_LENGTH);
  }

  /**
   * Returns the reason of a failure without secrets. For fetch it is in the error's `cause`, for a connection to
   * several addresses in its list of errors.
   */
  redactError(error: unknown): string {
    if (!(error instanceof Error))
      return this.redact(typeof error === 'string' ? error : 'unknown');
    if (error instanceof AggregateError && !error.message) return this.redactError(error.errors[0]);
    const why = error.cause instanceof Error ? this.redactError(error.cause) : '';
    const { code } = error as { code?: unknown };
    const text = this.redact(error.message) || (typeof code === 'string' ? code : error.name);
    return why && !text.includes(why) ? this.redact(`${text}: ${why}`) : text;
  }
}

/** Returns the values of all secret settings of a service, and the passwords in its URLs. */
export function secretsOf(schema: z.ZodObject, values: object): string[] {
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const value = (values as Record<string, unknown>)[name];
    if (typeof value !== 'string' || value === '') return [];
    return secretFields.find(field) === undefined ? value.split(',').flatMap(passwordOf) : [value];
  });
}

function passwordOf(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { password } = new URL(address);
  return password === '' ? [] : [password, decodeURIComponent(password)];
}
