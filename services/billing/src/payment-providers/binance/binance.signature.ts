import { createHmac } from 'node:crypto';

/** Hex HMAC-SHA256 over the query exactly as it is sent. */
export const querySignature = (secret: string, query: string): string =>
  createHmac('sha256', secret).update(query).digest('hex');

/** The query with its signature, which stands last and does not sign itself. */
export const signedQuery = (secret: string, parameters: Record<string, string>): string => {
  const query = new URLSearchParams(parameters).toString();
  return `${query}&signature=${querySignature(secret, query)}`;
};
