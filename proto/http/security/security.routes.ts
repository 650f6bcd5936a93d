import { z } from 'zod';
import { alertsQuery, clearAlertsRequest, clearedAlerts, securityAlert } from './alerts.js';
import { allowNetworkRequest, allowedNetwork, disallowNetworkRequest } from './allowlist.js';
import { auditEntry, auditQuery } from './audit.js';
import { blockIpRequest, blockedIp, blockedIpStats, blockedIpsQuery } from './blocks.js';
import { ipDetails, ipDetailsQuery } from './ip-details.js';
import {
  cancelRecoveryRequest,
  recoveriesQuery,
  recoveryOverview,
  recoveryRecord,
  triggerRecoveryRequest,
} from './recovery.js';
import { detectionRule, updateRuleRequest } from './rules.js';
import { alertStatsQuery, securityDashboard, securityStats } from './stats.js';
import { bulkUnblockRequest, bulkUnblocked, removedBlocks, unblockIpRequest } from './unblocks.js';
import { NO_CONTROL_CHARACTERS } from '../envelope.js';
import { defineRoutes } from '../route.js';
import { RULES } from '../rules.js';

const alertId = z.uuid('Unknown alert');
const recoveryId = z.uuid(RULES.RECOVERY_UNKNOWN).toLowerCase();
const ruleName = z.string().max(100, 'Unknown rule').regex(NO_CONTROL_CHARACTERS, 'Unknown rule');

export const securityRoutes = defineRoutes({
  alerts: {
    method: 'GET',
    path: '/security/alerts',
    effect: 'read',
    query: alertsQuery,
    answer: securityAlert,
    paged: true,
  },
  clearAlerts: {
    method: 'DELETE',
    path: '/security/alerts/clear',
    effect: 'upkeep',
    body: clearAlertsRequest,
    answer: clearedAlerts,
  },
  deleteAlert: {
    method: 'DELETE',
    path: '/security/alerts/{id}',
    effect: 'upkeep',
    params: { id: alertId },
    answer: null,
  },
  allowlist: {
    method: 'GET',
    path: '/security/allowlist',
    effect: 'read',
    answer: z.array(allowedNetwork),
  },
  allowNetwork: {
    method: 'POST',
    path: '/security/allowlist',
    effect: 'access',
    idempotency: 'answer',
    body: allowNetworkRequest,
    answer: allowedNetwork,
  },
  disallowNetwork: {
    method: 'DELETE',
    path: '/security/allowlist',
    effect: 'availability',
    body: disallowNetworkRequest,
    answer: null,
  },
  auditLog: {
    method: 'GET',
    path: '/security/audit',
    effect: 'data',
    query: auditQuery,
    answer: auditEntry,
    paged: true,
  },
  blockedIps: {
    method: 'GET',
    path: '/security/blocked-ips',
    effect: 'read',
    query: blockedIpsQuery,
    answer: blockedIp,
    paged: true,
    extra: { stats: blockedIpStats },
  },
  removeExpiredBlocks: {
    method: 'DELETE',
    path: '/security/blocked-ips/expired',
    effect: 'upkeep',
    answer: removedBlocks,
  },
  blockIp: {
    method: 'POST',
    path: '/security/block-ip',
    effect: 'availability',
    idempotency: 'answer',
    body: blockIpRequest,
    answer: blockedIp,
  },
  unblockIps: {
    method: 'POST',
    path: '/security/unblock-ip/bulk',
    effect: 'upkeep',
    body: bulkUnblockRequest,
    answer: bulkUnblocked,
  },
  unblockIp: {
    method: 'POST',
    path: '/security/unblock-ip',
    effect: 'upkeep',
    body: unblockIpRequest,
    answer: null,
  },
  securityDashboard: {
    method: 'GET',
    path: '/security/dashboard',
    effect: 'read',
    answer: securityDashboard,
  },
  alertStats: {
    method: 'GET',
    path: '/security/alerts/stats',
    effect: 'read',
    query: alertStatsQuery,
    answer: securityStats,
  },
  ipDetails: {
    method: 'GET',
    path: '/security/ip-details',
    effect: 'read',
    query: ipDetailsQuery,
    answer: ipDetails,
  },
  recoveries: {
    method: 'GET',
    path: '/security/recovery',
    effect: 'read',
    query: recoveriesQuery,
    answer: recoveryOverview,
    meta: true,
  },
  triggerRecovery: {
    method: 'POST',
    path: '/security/recovery/trigger',
    effect: 'upkeep',
    idempotency: 'answer',
    body: triggerRecoveryRequest,
    answer: recoveryRecord,
  },
  cancelRecovery: {
    method: 'POST',
    path: '/security/recovery/cancel',
    effect: 'upkeep',
    body: cancelRecoveryRequest,
    answer: recoveryRecord,
  },
  recovery: {
    method: 'GET',
    path: '/security/recovery/{id}',
    effect: 'read',
    params: { id: recoveryId },
    answer: recoveryRecord,
  },
  retryRecovery: {
    method: 'POST',
    path: '/security/recovery/{id}/retry',
    effect: 'upkeep',
    params: { id: recoveryId },
    answer: recoveryRecord,
  },
  rules: { method: 'GET', path: '/security/rules', effect: 'read', answer: z.array(detectionRule) },
  updateRule: {
    method: 'PATCH',
    path: '/security/rules/{name}',
    effect: 'availability',
    params: { name: ruleName },
    body: updateRuleRequest,
    answer: detectionRule,
  },
});
