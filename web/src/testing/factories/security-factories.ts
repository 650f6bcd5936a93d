import type { SecurityAlert } from '@casement/proto/http/security/alerts.js';
import type { AllowedNetwork } from '@casement/proto/http/security/allowlist.js';
import type { AuditEntry } from '@casement/proto/http/security/audit.js';
import type { BlockedIp } from '@casement/proto/http/security/blocks.js';
import type { IpDetails } from '@casement/proto/http/security/ip-details.js';
import type {
  RecoveryOverview,
  RecoveryRecord,
  RecoverySystemStatus,
} from '@casement/proto/http/security/recovery.js';
import type { DetectionRule } from '@casement/proto/http/security/rules.js';
import type { SecurityDashboard, SecurityStats } from '@casement/proto/http/security/stats.js';

let serial = 0;
const nextId = () => `00000000-0000-7000-a000-${String(++serial).padStart(12, '0')}`;

export const makeAlert = (overrides: Partial<SecurityAlert> = {}): SecurityAlert => {
  const { ip = '203.0.113.199', timestamp = '2026-11-21T07:02:00.000Z' } = overrides;
  return {
    id: nextId(),
    type: 'brute_force',
    severity: 'high',
    message: '24 failed logins for 3 usernames in 5 minutes',
    rule: 'password-spraying',
    count: 24,
    outcome: 'none',
    ip,
    ip_address: ip,
    ipAddress: ip,
    timestamp,
    createdAt: timestamp,
    created_at: timestamp,
    ...overrides,
  };
};

export const makeBlock = (overrides: Partial<BlockedIp> = {}): BlockedIp => {
  const { ip = '203.0.113.199', block_type = 'auto' } = overrides;
  const { blocked_at = '2026-11-21T07:02:00.000Z' } = overrides;
  const { expires_at = '2026-11-21T08:02:00.000Z' } = overrides;
  return {
    id: nextId(),
    reason: 'Password spraying',
    rule: null,
    expiresIn: expires_at === null ? null : 3_600,
    attempts: 1,
    status: 'active',
    ip,
    ip_address: ip,
    ipAddress: ip,
    block_type,
    blockType: block_type,
    blocked_at,
    blockedAt: blocked_at,
    expires_at,
    expiresAt: expires_at,
    ...overrides,
  };
};

export const makeRecovery = (overrides: Partial<RecoveryRecord> = {}): RecoveryRecord => {
  const { ip = '203.0.113.199', startedAt = '2026-11-21T07:02:00.000Z' } = overrides;
  return {
    id: nextId(),
    recoveryType: 'unblock',
    triggeredBy: 'system',
    reason: '',
    finishedAt: '2026-11-21T07:02:01.240Z',
    duration: 1_240,
    status: 'success',
    attempts: 1,
    error: '',
    result: 'The block was lifted.',
    ip,
    ip_address: ip,
    ipAddress: ip,
    startedAt,
    timestamp: startedAt,
    ...overrides,
  };
};

export const makeSecurityStats = (overrides: Partial<SecurityStats> = {}): SecurityStats => ({
  alerts: {
    total: 27,
    byType: { brute_force: 9, rate_limit: 12, suspicious: 6 },
    bySeverity: { low: 10, medium: 9, high: 8 },
  },
  security: { blockedIPs: 14, totalAlerts: 1_236 },
  recovery: {
    totalRecoveries: 41,
    successfulRecoveries: 38,
    failedRecoveries: 2,
    inProgressRecoveries: 1,
    averageRecoveryTime: 1_240,
  },
  timeline: [],
  ...overrides,
});

export const makeSecurityDashboard = (
  overrides: Partial<SecurityDashboard> = {},
): SecurityDashboard => ({
  ...makeSecurityStats(),
  recentEvents: [makeAlert()],
  ...overrides,
});

const makeRecoverySystem = (
  overrides: Partial<RecoverySystemStatus> = {},
): RecoverySystemStatus => ({
  autoRecovery: true,
  intervalMinutes: 5,
  maxRetries: 3,
  running: true,
  manualOverride: true,
  lastCheck: '2026-11-21T07:00:00.000Z',
  ...overrides,
});

export const makeRecoveryOverview = (
  history: RecoveryRecord[] = [makeRecovery()],
  status: Partial<RecoverySystemStatus> = {},
): RecoveryOverview => {
  const system = makeRecoverySystem(status);
  return { systemRecoveryActive: system.running && system.autoRecovery, history, status: system };
};

export const makeIpDetails = (overrides: Partial<IpDetails> = {}): IpDetails => ({
  ip: '203.0.113.199',
  block: makeBlock({ ip: '203.0.113.0/24' }),
  allowed: false,
  graceUntil: '2026-11-21T08:12:00.000Z',
  signals: [{ kind: 'login_failed', count: 1_204, last: '2026-11-21T07:02:00.000Z' }],
  accounts: [nextId(), nextId()],
  events: [],
  alerts: [makeAlert()],
  decisions: [makeBlock()],
  ...overrides,
});

export const makeAuditEntry = (overrides: Partial<AuditEntry> = {}): AuditEntry => ({
  id: nextId(),
  actorId: '00000000-0000-7000-8000-00000000ada0',
  actorRole: 'administrator',
  actorName: 'root',
  apiKeyId: null,
  action: 'ip.blocked',
  target: 'ip:203.0.113.199',
  targetName: null,
  before: null,
  after: { reason: 'noise', blockType: 'manual' },
  ip: '198.51.100.200',
  service: 'security',
  createdAt: '2026-11-21T07:02:00.000Z',
  ...overrides,
});

export const makeRule = (overrides: Partial<DetectionRule> = {}): DetectionRule => ({
  name: 'password-guessing',
  description: 'Many failed sign-ins from one address.',
  kinds: ['login_failed'],
  threshold: 20,
  counts: 'signals',
  per: 'address',
  during: null,
  windowSeconds: 600,
  alertType: 'brute_force',
  severity: 'medium',
  decision: 'block',
  blockMinutes: 15,
  growth: 4,
  maxBlockMinutes: 10_080,
  mode: 'on',
  ...overrides,
});

export const makeAllowed = (overrides: Partial<AllowedNetwork> = {}): AllowedNetwork => ({
  network: '198.51.100.0/24',
  note: 'The office',
  createdAt: '2026-11-21T07:02:00.000Z',
  configured: false,
  ...overrides,
});
