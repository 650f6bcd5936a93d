import type { IpDetails } from '@casement/proto/http/security/ip-details.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { securityKeys } from './security-keys.js';

/** GET /security/ip-details: what an address did, what was decided about it, and whether it is free now. */
export const ipDetailsQuery = (ip: string) =>
  queryOptions({
    queryKey: [...securityKeys.all, 'ip-details', ip],
    queryFn: ({ signal }) =>
      call<IpDetails>('GET', `/security/ip-details?ip=${encodeURIComponent(ip)}`, { signal }),
  });
