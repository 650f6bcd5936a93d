/** Address of a VPS, with the port of its remote desktop unless that is 22. Several VPSs may share an address. */
export const addressText = (ip: string, port?: number | null): string =>
  port == null || port === 22 ? ip : `${ip}:${port}`;
