import type { VpsCheck } from '@casement/proto/http/install/vps-checks.js';
import type { VpsCheckEntity } from './vps-check.entity.js';

export function toVpsCheck(row: VpsCheckEntity): VpsCheck {
  const { stage, osName, hostname, disks, checks, rate, failure } = row.state;
  const { expectedSeconds, installSeconds, lostAddresses, linux } = row.state;
  return {
    id: row.id,
    ip: row.ip,
    win_ver: row.winVer,
    win_name: row.winName,
    status: row.status,
    stage: row.status === 'running' ? stage : null,
    os_name: osName,
    hostname: hostname ?? null,
    windows_defaults: linux && {
      time_zone: linux.timeZone,
      keyboard: linux.keyboard,
      region: linux.region,
      computer_name: linux.computerName,
    },
    disks: disks ?? [],
    lost_addresses: lostAddresses ?? [],
    findings: checks.map(({ name, result, found, code, message, cure }) => ({
      name,
      result,
      found,
      code,
      message,
      cure,
    })),
    rate,
    eta_seconds: expectedSeconds,
    install_seconds: installSeconds ?? null,
    failure: failure && { code: failure.code, message: failure.message, cure: failure.cure },
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}
