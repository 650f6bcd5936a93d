import { BadRequestException, NotFoundException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { randomToken } from '../crypto/tokens.js';
import { AddressBlocked, answerWithError } from '../../platform/http/answer-with-error.js';
import { DomainError } from './domain-error.js';

const mockLines: string[] = [];
jest.mock('../logging/logger.js', () => {
  const write = (fields: object, message: string) =>
    mockLines.push(JSON.stringify({ ...fields, message }));
  const logRequest = (_: string, fields: object, message: string) => write(fields, message);
  return { logRequest, logger: () => ({ debug: write, info: write, warn: write, error: write }) };
});

describe(answerWithError.name, () => {
  const token = randomToken();
  const path = `/api/auth/validate-reset-token/${token}`;
  const response = { status: () => response, json: () => response, setHeader: () => response };
  const logOf = (thrown: unknown) => {
    mockLines.length = 0;
    answerWithError(thrown, { method: 'GET', path } as Request, response as unknown as Response);
    return mockLines.join('\n');
  };

  it.each([
    ['a blocked address', new AddressBlocked({ until: null, supportEmail: '' })],
    ['a failure', new Error('the database is away')],
    ['a rejection by the router', new NotFoundException(`Cannot POST ${path}?next=1`)],
    ['a path that can’t be decoded', new URIError(`Failed to decode param '${token}%'`)],
  ])('logs %s without the token in its path', (_what, thrown) => {
    const log = logOf(thrown);
    expect(log).toContain('"path":"/api/auth/validate-reset-token/[token]"');
    expect(log).not.toContain(token);
  });

  it('logs no part of a body that is not JSON', () => {
    const cause = Object.assign(
      new SyntaxError(`Unexpected token 'h', "hunter2" is not valid JSON`),
      {
        type: 'entity.parse.failed',
      },
    );
    for (const thrown of [cause, new BadRequestException(cause.message, { cause })]) {
      expect(logOf(thrown)).toContain('MALFORMED_BODY');
      expect(logOf(thrown)).not.toContain('hunter2');
    }
  });

  it('logs the cause of a refusal', () => {
    const cause = new Error('connect ECONNREFUSED');
    const error = new DomainError('unavailable', 'UNAVAILABLE', 'Later', { cause });
    expect(logOf(error)).toContain('"reason":"connect ECONNREFUSED"');
  });

  it('logs why an upstream service did not answer', () => {
    const cause = new Error('4 DEADLINE_EXCEEDED: Deadline exceeded after 0.8s');
    const away = new DomainError('unavailable', 'UNAVAILABLE', 'A part is away', { cause });
    const error = new DomainError('unavailable', 'UNAVAILABLE', 'No quota', { cause: away });
    expect(logOf(error)).toContain('"reason":"4 DEADLINE_EXCEEDED: Deadline exceeded after 0.8s"');
  });
});
