import type { SecurityAlert } from '@casement/proto/http/security/alerts.js';
import type { Alert } from './alerts.service.js';

export function toSecurityAlert(alert: Alert): SecurityAlert {
  const at = alert.createdAt.toISOString();
  return {
    id: alert.id,
    type: alert.type,
    severity: alert.severity,
    ip: alert.ip,
    ip_address: alert.ip,
    ipAddress: alert.ip,
    message: alert.message,
    rule: alert.rule,
    count: alert.count,
    outcome: alert.outcome,
    timestamp: at,
    createdAt: at,
    created_at: at,
  };
}
