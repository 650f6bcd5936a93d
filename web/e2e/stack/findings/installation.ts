import { readFileSync } from 'node:fs';

const { RUN_FILE = '', THROTTLE_FACTOR = '1' } = process.env;

/** Whether the product runs with production rate limits. Other stack tests start it with higher limits. */
export const hasDefaultLimits = Number(THROTTLE_FACTOR) === 1;
export const NEEDS_DEFAULT_LIMITS = 'the limits are wider here: make findings';

/** Addresses of the services behind the gateway of a local `make start`. */
export interface ServiceAddresses {
  grpc: Record<string, number>;
  http: Record<string, number>;
  nats: URL;
}

/** Returns undefined if BASE_URL is not a local `make start`. */
export function serviceAddresses(): ServiceAddresses | undefined {
  if (RUN_FILE === '') return undefined;
  const { wiring } = JSON.parse(readFileSync(RUN_FILE, 'utf8')) as {
    wiring: {
      addresses: { grpc: Record<string, number>; http: Record<string, number> };
      natsUrls?: Record<string, string>;
      /** Only in run files of version 0.1.0. */
      natsUrl?: string;
    };
  };
  const { addresses, natsUrls, natsUrl } = wiring;
  return { ...addresses, nats: new URL(natsUrl ?? natsUrls?.['auth'] ?? '') };
}
