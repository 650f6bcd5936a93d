import { EngineError, toFailure } from './engine-error.js';
import { FAILURES } from '@casement/proto/texts/failures.js';

describe('FAILURES', () => {
  it.each(Object.entries(FAILURES))(
    '%s has a complete sentence and a complete remedy',
    (_, { sentence, cure }) => {
      expect(sentence).toMatch(/^[A-Z].*\.$/);
      expect(cure).toMatch(/^[A-Z].*\.$/);
    },
  );
});

describe(toFailure.name, () => {
  it('fills in the values', () => {
    expect(toFailure('SSH_TIMEOUT', { port: 22 }).message).toBe(
      'The VPS did not respond on port 22.',
    );
  });

  it('truncates long values', () => {
    const { message } = toFailure('ARCH_UNSUPPORTED', { arch: 'x'.repeat(400_000) });
    expect(message).toMatch(/^The processor is x{999}…; Windows/);
  });
});

describe(EngineError.name, () => {
  it('builds the customer’s message from the values', () => {
    const error = new EngineError('ARCH_UNSUPPORTED', { arch: 'aarch64' }, { detail: 'uname' });
    expect(error.message).toBe('The processor is aarch64; Windows requires x86_64.');
    expect(error).toMatchObject({ code: 'ARCH_UNSUPPORTED', detail: 'uname' });
  });

  it('truncates long details', () => {
    expect(new EngineError('SSH_LOST', {}, { detail: 'x'.repeat(200_000) }).detail).toHaveLength(
      2000,
    );
  });
});
