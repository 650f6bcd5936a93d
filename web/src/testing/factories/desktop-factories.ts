import type { DesktopSession } from '@casement/proto/http/install/desktops/desktops.js';

let serial = 0;

/** Rahmat's desktop, open for seven minutes. */
export const makeDesktop = (overrides: Partial<DesktopSession> = {}): DesktopSession => ({
  id: `00000000-0000-7000-9000-${String(++serial).padStart(12, '0')}`,
  user_id: '00000000-0000-7000-8000-000000000001',
  username: 'rahmat_p',
  install_id: '00000000-0000-7000-8000-000000000002',
  ip: '203.0.113.24',
  port: 22,
  client_address: '198.51.100.7',
  opened_at: '2026-11-21T07:02:00.000Z',
  reported_at: '2026-11-21T07:09:05.000Z',
  ending: null,
  bytes_to_windows: 1_572_864,
  bytes_to_browser: 52_428_800,
  ended_at: null,
  end: null,
  ...overrides,
});
