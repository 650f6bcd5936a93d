import { Webhook } from 'standardwebhooks';
import { newSecret, signedHeaders } from './signing.js';

const event = { id: '0198c1f0-0000-7000-8000-000000000001', body: '{"type":"topup.paid"}' };

describe(signedHeaders.name, () => {
  const secret = newSecret();
  const headers = signedHeaders([secret], { ...event, at: new Date() });

  it('creates headers that the Standard Webhooks library verifies', () => {
    expect(new Webhook(secret).verify(event.body, headers)).toEqual({ type: 'topup.paid' });
  });

  it('creates the same signature as the Standard Webhooks library', () => {
    const at = new Date('2026-01-31T18:05:00.999Z');
    expect(signedHeaders([secret], { ...event, at })['webhook-signature']).toBe(
      new Webhook(secret).sign(event.id, at, event.body),
    );
  });

  it('creates a signature that is invalid for another body, id, secret or time', () => {
    const laterHeaders = { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) };
    for (const [body, changed, by] of [
      ['{}', {}, secret],
      [event.body, { 'webhook-id': 'other' }, secret],
      [event.body, laterHeaders, secret],
      [event.body, {}, newSecret()],
    ] as const) {
      expect(() => new Webhook(by).verify(body, { ...headers, ...changed })).toThrow();
    }
  });

  it('signs with both secrets during a rotation', () => {
    const before = newSecret();
    const both = signedHeaders([secret, before], { ...event, at: new Date() });
    for (const one of [secret, before]) {
      expect(() => new Webhook(one).verify(event.body, both)).not.toThrow();
    }
  });
});
