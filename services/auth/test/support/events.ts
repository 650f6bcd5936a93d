import type { EventMap, EventSubject } from '@casement/common/messaging/event-map.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { SignalRaised } from '@casement/proto/gen/casement/security/v1/security_events.js';
import type { AuthApp } from './auth-app.js';

/** Waits until an event with these fields has been published and returns it. */
export function published<S extends EventSubject>(
  app: AuthApp,
  subject: S,
  fields: Partial<EventMap[S]>,
): Promise<EventMap[S]> {
  return waitFor(async () => {
    const events = (await app.nats.events(subject)).map(({ payload }) => payload);
    return events.find((payload) =>
      Object.entries(fields).every(([name, value]) => payload[name as keyof EventMap[S]] === value),
    );
  });
}

export const signalled = (app: AuthApp, fields: Partial<SignalRaised>): Promise<SignalRaised> =>
  published(app, 'security.signal.raised.v1', { service: 'auth', ...fields });
