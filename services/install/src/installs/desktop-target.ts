import type { InstallEntity } from './install.entity.js';

export interface DesktopTarget {
  /** IPv4 address. */
  host: string;
  port: number;
  account: string;
  /** Certificate that Windows presented when it accepted the password. 64 hex digits. */
  certificateSha256: string;
}

/**
 * Returns the port at which customers reach remote desktop. An older version, which plans without a port, always uses
 * the configured one.
 */
export const publicPort = (
  { rdpPort, engineState: { plan } }: Pick<InstallEntity, 'rdpPort' | 'engineState'>,
  configured: number,
): number => (plan && plan.rdpPort === undefined ? configured : (rdpPort ?? configured));

/** Returns the port for events, which name only a port other than the configured one. */
export const customPort = (
  install: Parameters<typeof publicPort>[0],
  configured: number,
): number | undefined => {
  const port = publicPort(install, configured);
  return port === configured ? undefined : port;
};

/**
 * Returns `null` unless the install is completed and Windows has accepted its password. Before that, no certificate
 * is known to belong to this Windows.
 */
export function desktopTargetOf({
  status,
  ip,
  engineState: { rdp },
}: Pick<InstallEntity, 'status' | 'ip'> & {
  engineState: Pick<InstallEntity['engineState'], 'rdp'>;
}): DesktopTarget | null {
  if (status !== 'completed' || rdp?.proof !== 'password_accepted') return null;
  const { port, account, certificateSha256 } = rdp;
  return certificateSha256 === null ? null : { host: ip, port, account, certificateSha256 };
}
