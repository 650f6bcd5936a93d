import type { RecoveryRecord } from '@casement/proto/http/security/recovery.js';
import type { RecoveryEntity } from './recovery.entity.js';

export function toRecoveryRecord(recovery: RecoveryEntity): RecoveryRecord {
  const { ip, startedAt, finishedAt } = recovery;
  return {
    id: recovery.id,
    ip,
    ip_address: ip,
    ipAddress: ip,
    recoveryType: recovery.recoveryType,
    triggeredBy: recovery.triggeredBy ?? 'system',
    reason: recovery.reason,
    startedAt: startedAt.toISOString(),
    timestamp: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    duration: finishedAt ? finishedAt.getTime() - startedAt.getTime() : null,
    status: recovery.status,
    attempts: recovery.attempts,
    error: recovery.error,
    result: recovery.result,
  };
}
