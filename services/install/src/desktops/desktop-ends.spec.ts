import { reasonToEnd, type OpenDesktop } from './desktop-ends.js';

const CERTIFICATE = 'c'.repeat(64);
const PROOF = {
  account: 'Administrator',
  port: 22,
  proof: 'password_accepted' as const,
  provenAt: '2026-11-01T00:00:00.000Z',
  certificateSha256: CERTIFICATE,
};
const INSTALL = { ip: '203.0.113.7', status: 'completed' as const, rdp: PROOF };
const OPEN: OpenDesktop = {
  host: '203.0.113.7',
  port: 22,
  certificateSha256: CERTIFICATE,
  bytesToWindows: 1,
  bytesToBrowser: 2,
  idleSeconds: 0,
  endOrdered: null,
  install: INSTALL,
  isSignedOut: false,
};
const LIMITS = { enabled: true, maxBytes: 1000 };

describe('reasonToEnd', () => {
  it('returns null while the user, the install and the limits allow the desktop', () => {
    expect(reasonToEnd(OPEN, LIMITS)).toBeNull();
    expect(reasonToEnd({ ...OPEN, bytesToBrowser: 998 }, LIMITS)).toBeNull();
    expect(reasonToEnd({ ...OPEN, idleSeconds: 1799 }, LIMITS)).toBeNull();
  });

  it.each<[string, Partial<OpenDesktop>, string]>([
    ['its user is signed out', { isSignedOut: true }, 'ended_by_owner'],
    ['its install was deleted', { install: null }, 'ended_by_owner'],
    ['its install failed', { install: { ...INSTALL, status: 'failed' } }, 'ended_by_owner'],
    [
      'its install has another address',
      { install: { ...INSTALL, ip: '1.1.1.1' } },
      'ended_by_owner',
    ],
    [
      'its install has another port',
      { install: { ...INSTALL, rdp: { ...PROOF, port: 3389 } } },
      'ended_by_owner',
    ],
    ['its install is no longer verified', { install: { ...INSTALL, rdp: null } }, 'ended_by_owner'],
    [
      'another certificate is pinned',
      { install: { ...INSTALL, rdp: { ...PROOF, certificateSha256: 'd'.repeat(64) } } },
      'certificate_changed',
    ],
    [
      'the bytes of both directions reach the limit',
      { bytesToWindows: 500, bytesToBrowser: 500 },
      'byte_limit',
    ],
    ['no data was transferred for half an hour', { idleSeconds: 1800 }, 'idle'],
    [
      'an administrator has ended it',
      { endOrdered: 'ended_by_administrator' },
      'ended_by_administrator',
    ],
  ])('ends the desktop if %s', (_, change, reason) => {
    expect(reasonToEnd({ ...OPEN, ...change }, LIMITS)).toBe(reason);
  });

  it('ends the desktop if desktops are switched off', () => {
    expect(reasonToEnd(OPEN, { ...LIMITS, enabled: false })).toBe('switched_off');
  });
});
