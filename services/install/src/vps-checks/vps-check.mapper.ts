import type { VpsCheck } from '@casement/proto/http/install/vps-checks.js';
import type { VpsCheckEntity } from './vps-check.entity.js';

export function toVpsCheck(row: VpsCheckEntity): VpsCheck {
  const { stage, osName, hostname, disks, checks, rate, failure } = row.state;
  const { expectedSeconds, installSeconds, lostAddresses, linux, network } = row.state;
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
    windows_network: network && {
      dhcp: network.mode === 'dhcp',
      addresses: [
        ...(network.mode === 'dhcp' ? network.addresses.slice(0, 1) : network.addresses),
        ...network.ipv6Addresses,
      ],
      gateway: network.gateway,
      dns: network.mode === 'dhcp' && !network.dnsChosen ? null : network.dns,
      ipv6: network.ipv6 ?? null,
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
