import { of, throwError } from 'rxjs';
import { newId } from '../data/database/new-id.js';
import { correlationId } from '../core/context/request-context.js';
import { handleEvent, readEvent, UnreadableEvent } from './event-handlers.js';

const text = (overrides: object = {}) =>
  JSON.stringify({
    id: newId(),
    subject: 'billing.topup.paid.v1',
    occurredAt: '2026-01-01T00:00:00.000Z',
    correlationId: 'request-1',
    actorId: '',
    payload: '{"topupId":"t"}',
    ...overrides,
  });

describe(readEvent.name, () => {
  it('reads the envelope and its payload', () => {
    expect(readEvent(text()).payload).toEqual({ topupId: 't' });
  });

  it.each(['', 'null', '{}', text({ id: 'x' }), text({ payload: '{' })])('rejects %p', (bad) => {
    expect(() => readEvent(bad)).toThrow(UnreadableEvent);
  });
});

describe(handleEvent.name, () => {
  it('runs the handler in the context of the event', async () => {
    let seen: string | undefined;
    await handleEvent(() => Promise.resolve(of((seen = correlationId()))), {
      ...readEvent(text()),
      deliveries: 1,
    });
    expect(seen).toBe('request-1');
  });

  it('fails if the handler throws or rejects', async () => {
    const event = { ...readEvent(text()), deliveries: 1 };
    const failing = () => Promise.resolve(throwError(() => new Error('later')));
    await expect(handleEvent(failing, event)).rejects.toThrow('later');
    await expect(handleEvent(() => Promise.reject(new Error('now')), event)).rejects.toThrow('now');
  });
});
