import { evaluateRefresh, type RotationState } from './rotation.js';

const rotatedAt = new Date('2026-01-01T00:00:00Z');
const after = (seconds: number) => new Date(rotatedAt.getTime() + seconds * 1000);
const session = (overrides: Partial<RotationState> = {}): RotationState => ({
  generation: 5,
  rotatedAt,
  expiresAt: after(3600),
  revokedAt: null,
  ...overrides,
});

describe(evaluateRefresh.name, () => {
  it('rotates the current token at any time before the absolute expiry', () => {
    expect(evaluateRefresh(session(), 5, after(0))).toBe('rotate');
    expect(evaluateRefresh(session(), 5, after(3599))).toBe('rotate');
  });

  it('gives the immediate predecessor a sibling for 30 seconds', () => {
    expect(evaluateRefresh(session(), 4, after(0))).toBe('sibling');
    expect(evaluateRefresh(session(), 4, after(30))).toBe('sibling');
    expect(evaluateRefresh(session(), 4, after(30.001))).toBe('reused');
  });

  it('calls every older token reused, even within the grace', () => {
    expect(evaluateRefresh(session(), 3, after(1))).toBe('reused');
  });

  it('recognises a session that has ended, with any token', () => {
    expect(evaluateRefresh(session({ revokedAt: rotatedAt }), 5, after(1))).toBe('ended');
    expect(evaluateRefresh(session(), 5, after(3600))).toBe('ended');
    expect(evaluateRefresh(session(), 1, after(3601))).toBe('ended');
  });
});
