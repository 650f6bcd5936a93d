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

  it('issues a sibling to the immediate predecessor for 30 seconds', () => {
    expect(evaluateRefresh(session(), 4, after(0))).toBe('sibling');
    expect(evaluateRefresh(session(), 4, after(30))).toBe('sibling');
    expect(evaluateRefresh(session(), 4, after(30.001))).toBe('reused');
  });

  it('reports reuse of every older token, even within the grace period', () => {
    expect(evaluateRefresh(session(), 3, after(1))).toBe('reused');
  });

  it('reports an ended session, whichever token is presented', () => {
    expect(evaluateRefresh(session({ revokedAt: rotatedAt }), 5, after(1))).toBe('ended');
    expect(evaluateRefresh(session(), 5, after(3600))).toBe('ended');
    expect(evaluateRefresh(session(), 1, after(3601))).toBe('ended');
  });
});
