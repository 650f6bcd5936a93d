import { readFileSync } from 'node:fs';

const { RUN_FILE = '', THROTTLE_FACTOR = '1' } = process.env;

/** Whether the limits are those of an installation: the other tests of the running product start it with wider ones. */
export const hasDefaultLimits = Number(THROTTLE_FACTOR) === 1;
export const NEEDS_DEFAULT_LIMITS = 'the limits are wider here: make findings';

/** Where the services of a `make start` on this machine listen, past the gateway. */
export interface Inside {
  grpc: Record<string, number>;
  http: Record<string, number>;
  nats: URL;
}

/** Undefined where BASE_URL is no `make start` of this machine. */
export function inside(): Inside | undefined {
  if (RUN_FILE === '') return undefined;
  const { wiring } = JSON.parse(readFileSync(RUN_FILE, 'utf8')) as {
    wiring: {
      addresses: { grpc: Record<string, number>; http: Record<string, number> };
      natsUrls?: Record<string, string>;
      /** In 0.1.0. */
      natsUrl?: string;
    };
  };
  const { addresses, natsUrls, natsUrl } = wiring;
  return { ...addresses, nats: new URL(natsUrl ?? natsUrls?.['auth'] ?? '') };
}
