import { pino } from 'pino';
import { errorFields } from './error-fields.js';
import { lineOptions } from './logger.js';

const lineOf = (fields: object): Record<string, unknown> => {
  const lines: string[] = [];
  pino(lineOptions, { write: (line: string) => lines.push(line) }).info(fields, 'x');
  return JSON.parse(lines[0]) as Record<string, unknown>;
};

describe('log lines', () => {
  it('keep the code of an error and of its causes', () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const err = Object.assign(new Error('duplicate', { cause: refused }), { code: '23505' });
    expect(lineOf({ err })).toMatchObject({
      err: { errorCode: '23505', cause: { errorCode: 'ECONNREFUSED' } },
    });
  });

  it('keep every error of an AggregateError', () => {
    const refused = Object.assign(new Error('timeout'), { code: '57014' });
    const err = new AggregateError([new Error('table one', { cause: refused })], '1 failed');
    expect(lineOf({ err })).toMatchObject({
      err: {
        message: '1 failed',
        errors: [{ message: 'table one', cause: { errorCode: '57014' } }],
      },
    });
  });

  it('redact secrets at every level and keep an error code', () => {
    const line = lineOf({
      password: 'p',
      code: 'NOT_FOUND',
      body: { passwd_rdp: 'p', code: '123456' },
      request: { headers: { authorization: 'Bearer x', cookie: 'c', 'set-cookie': ['d'] } },
    });
    expect(line).toMatchObject({
      password: '[redacted]',
      code: 'NOT_FOUND',
      body: { passwd_rdp: '[redacted]', code: '[redacted]' },
      request: {
        headers: { authorization: '[redacted]', cookie: '[redacted]', 'set-cookie': '[redacted]' },
      },
    });
  });

  it('contain message and cause of an error, but not its other fields', () => {
    const cause = Object.assign(new Error('inner'), {
      code: '23505',
      detail: 'Key (email)=(a@b.c)',
    });
    const error = Object.assign(new Error('outer', { cause }), { parameters: ['hunter2'] });
    const text = JSON.stringify(errorFields(error));
    expect(text).toContain('outer');
    expect(text).toContain('23505');
    expect(text).not.toMatch(/hunter2|a@b\.c/);
  });
});
