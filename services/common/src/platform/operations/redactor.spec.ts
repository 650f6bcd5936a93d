import { z } from 'zod';
import { secret } from '../../core/config/base-config.js';
import { Redactor, secretsOf } from './redactor.js';

const schema = z.object({
  API_KEY: secret('development'),
  SMTP_URL: z.string(),
  NATS_URL: z.string(),
  NAME: z.string(),
});
const redactor = new Redactor(
  secretsOf(schema, {
    API_KEY: 'k8Zq/0vW2nT5',
    SMTP_URL: 'smtp://mailer:hunt%2Fer22@mail.test:25',
    NATS_URL: 'nats://one:4222,nats://user:natspass@two:4222',
    NAME: 'casement',
  }),
);

describe(Redactor.name, () => {
  it.each([
    ['Invalid API key: k8Zq/0vW2nT5', 'Invalid API key: [secret]'],
    ['GET /x?key=k8Zq%2F0vW2nT5', 'GET /x?key=[secret]'],
    ['535 hunt/er22 refused, hunt%2Fer22 too', '535 [secret] refused, [secret] too'],
    ['natspass is wrong for casement', '[secret] is wrong for casement'],
    ['connect to postgres://casement:x@db:5432/auth', 'connect to postgres://db:5432/auth'],
    ['https://api.test/v1?signature=abc failed', 'https://api.test/v1?[…] failed'],
    ['550 5.1.1 <budi@example.com>: no such user', '550 5.1.1 <[address]>: no such user'],
    [`token ${'a1b2'.repeat(11)}!`, 'token […]!'],
    [
      'install 01a1fd9f-0000-7000-8000-000000000000',
      'install 01a1fd9f-0000-7000-8000-000000000000',
    ],
    ['two\n  lines', 'two lines'],
  ])('redacts %j', (text, plain) => {
    expect(redactor.redact(text)).toBe(plain);
  });

  it('truncates long text', () => {
    expect(redactor.redact('no '.repeat(400))).toHaveLength(500);
  });

  it("finds the reason in an error's cause or list", () => {
    const refused = Object.assign(new Error(''), { code: 'ECONNREFUSED' });
    expect(redactor.redactError(new TypeError('fetch failed', { cause: refused }))).toBe(
      'fetch failed: ECONNREFUSED',
    );
    expect(
      redactor.redactError(new AggregateError([new Error('connect ECONNREFUSED ::1:5432')])),
    ).toBe('connect ECONNREFUSED ::1:5432');
    expect(redactor.redactError({})).toBe('unknown');
  });
});
