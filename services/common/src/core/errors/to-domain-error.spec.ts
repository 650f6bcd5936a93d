import { BadRequestException, NotFoundException, ImATeapotException } from '@nestjs/common';
import { DomainError } from './domain-error.js';
import { toDomainError } from './to-domain-error.js';

describe(toDomainError.name, () => {
  it('returns DomainErrors unchanged', () => {
    const error = new DomainError('conflict', 'CONFLICT', 'No');
    expect(toDomainError(error)).toBe(error);
  });

  it.each([
    [new NotFoundException('Cannot GET /x'), 'NOT_FOUND'],
    [new BadRequestException(['x must be y']), 'VALIDATION_FAILED'],
    [
      Object.assign(new Error('request entity too large'), { type: 'entity.too.large' }),
      'BODY_TOO_LARGE',
    ],
    [
      new BadRequestException('x', {
        cause: Object.assign(new Error(), { type: 'entity.parse.failed' }),
      }),
      'MALFORMED_BODY',
    ],
    [new ImATeapotException('x'), 'INTERNAL'],
    [new Error('the inside'), 'INTERNAL'],
    ['a string', 'INTERNAL'],
    [undefined, 'INTERNAL'],
  ])('converts %p to %s without its message', (thrown, code) => {
    const error = toDomainError(thrown);
    expect(error.code).toBe(code);
    expect(error.message).not.toMatch(/Cannot GET|must be|the inside|a string|entity/);
    expect(error.cause).toBe(thrown);
  });

  it.each(['57014', '55P03', '40P01', '53300'])(
    'suggests a retry after the database error %s',
    (code) => {
      const thrown = Object.assign(new Error('canceling statement'), { code });
      expect(toDomainError(thrown)).toMatchObject({
        kind: 'unavailable',
        message: 'The service is busy at the moment. Please try again.',
        retryAfterSeconds: 2,
        cause: thrown,
      });
    },
  );

  it.each([
    'timeout exceeded when trying to connect',
    'Connection terminated due to connection timeout',
  ])('suggests a retry if no connection was available: %s', (message) => {
    expect(toDomainError(new Error(message)).kind).toBe('unavailable');
  });

  it('does not treat a constraint violation as a busy database', () => {
    const thrown = Object.assign(new Error('duplicate key'), { code: '23505' });
    expect(toDomainError(thrown).code).toBe('INTERNAL');
  });
});
