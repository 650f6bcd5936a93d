import { securityRoutes } from '@casement/proto/http/security.routes.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/api-client.js';
import { securityKey } from '../security-key.js';

/** An address's requests, the decisions about it, and whether it is free now. */
export const ipDetailsQuery = (ip: string) =>
  queryOptions({
    queryKey: [...securityKey, 'ip-details', ip],
    queryFn: ({ signal }) => call(securityRoutes.ipDetails, { query: { ip }, signal }),
  });
