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

const alertId = z.uuid('Unknown alert');
const recoveryId = z.uuid('Recovery is not known').toLowerCase();
const ruleName = z
  .string()
  .max(100, 'Rule is not known')
  .regex(NO_CONTROL_CHARACTERS, 'Rule is not known');

export const securityRoutes = defineRoutes({
  alerts: {
    method: 'GET',
    path: '/security/alerts',
    query: alertsQuery,
    answer: securityAlert,
    paged: true,
  },
  clearAlerts: {
    method: 'DELETE',
    path: '/security/alerts/clear',
    body: clearAlertsRequest,
    answer: clearedAlerts,
  },
  deleteAlert: {
    method: 'DELETE',
    path: '/security/alerts/{id}',
    params: { id: alertId },
    answer: null,
  },
  allowlist: { method: 'GET', path: '/security/allowlist', answer: z.array(allowedNetwork) },
  allowNetwork: {
    method: 'POST',
    path: '/security/allowlist',
    once: 'answer',
    stepUp: true,
    body: allowNetworkRequest,
    answer: allowedNetwork,
  },
  disallowNetwork: {
    method: 'DELETE',
    path: '/security/allowlist',
    stepUp: true,
    body: disallowNetworkRequest,
    answer: null,
  },
  auditLog: {
    method: 'GET',
    path: '/security/audit',
    query: auditQuery,
    answer: auditEntry,
    paged: true,
  },
  blockedIps: {
    method: 'GET',
    path: '/security/blocked-ips',
    query: blockedIpsQuery,
    answer: blockedIp,
    paged: true,
    extra: { stats: blockedIpStats },
  },
  removeExpiredBlocks: {
    method: 'DELETE',
    path: '/security/blocked-ips/expired',
    answer: removedBlocks,
  },
  blockIp: {
    method: 'POST',
    path: '/security/block-ip',
    once: 'answer',
    body: blockIpRequest,
    answer: blockedIp,
  },
  unblockIps: {
    method: 'POST',
    path: '/security/unblock-ip/bulk',
    body: bulkUnblockRequest,
    answer: bulkUnblocked,
  },
  unblockIp: { method: 'POST', path: '/security/unblock-ip', body: unblockIpRequest, answer: null },
  securityDashboard: { method: 'GET', path: '/security/dashboard', answer: securityDashboard },
  alertStats: {
    method: 'GET',
    path: '/security/alerts/stats',
    query: alertStatsQuery,
    answer: securityStats,
  },
  ipDetails: {
    method: 'GET',
    path: '/security/ip-details',
    query: ipDetailsQuery,
    answer: ipDetails,
  },
  recoveries: {
    method: 'GET',
    path: '/security/recovery',
    query: recoveriesQuery,
    answer: recoveryOverview,
    meta: true,
  },
  triggerRecovery: {
    method: 'POST',
    path: '/security/recovery/trigger',
    once: 'answer',
    body: triggerRecoveryRequest,
    answer: recoveryRecord,
  },
  cancelRecovery: {
    method: 'POST',
    path: '/security/recovery/cancel',
    body: cancelRecoveryRequest,
    answer: recoveryRecord,
  },
  recovery: {
    method: 'GET',
    path: '/security/recovery/{id}',
    params: { id: recoveryId },
    answer: recoveryRecord,
  },
  retryRecovery: {
    method: 'POST',
    path: '/security/recovery/{id}/retry',
    params: { id: recoveryId },
    answer: recoveryRecord,
  },
  rules: { method: 'GET', path: '/security/rules', answer: z.array(detectionRule) },
  updateRule: {
    method: 'PATCH',
    path: '/security/rules/{name}',
    stepUp: true,
    params: { name: ruleName },
    body: updateRuleRequest,
    answer: detectionRule,
  },
});
