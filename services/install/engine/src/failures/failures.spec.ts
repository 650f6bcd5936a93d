import { EngineError, toFailure } from './engine-error.js';
import { FAILURES } from './failures.js';

describe('FAILURES', () => {
  it.each(Object.entries(FAILURES))('%s is a sentence and a cure', (_, { sentence, cure }) => {
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(cure).toMatch(/^[A-Z].*\.$/);
  });
});

describe(toFailure.name, () => {
  it('fills in the values', () => {
    expect(toFailure('SSH_TIMEOUT', { port: 22 }).message).toBe(
      'The VPS did not answer on port 22.',
    );
  });

  it('cuts a value that no sentence needs', () => {
    const { message } = toFailure('ARCH_UNSUPPORTED', { arch: 'x'.repeat(400_000) });
    expect(message).toMatch(/^The processor is x{999}…; Windows/);
  });
});

describe(EngineError.name, () => {
  it('fills in what the customer reads', () => {
    const error = new EngineError('ARCH_UNSUPPORTED', { arch: 'aarch64' }, { detail: 'uname' });
    expect(error.message).toBe('The processor is aarch64; Windows requires x86_64.');
    expect(error).toMatchObject({ code: 'ARCH_UNSUPPORTED', detail: 'uname' });
  });

  it('cuts a detail that no one reads to its end', () => {
    expect(new EngineError('SSH_LOST', {}, { detail: 'x'.repeat(200_000) }).detail).toHaveLength(
      2000,
    );
  });
});
