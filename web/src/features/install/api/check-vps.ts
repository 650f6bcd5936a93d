import type { VpsCheck, VpsCheckRequest } from '@casement/proto/http/install.js';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';

const AGAIN_MS = 2_000;

/** POST /user/install/check. It costs nothing and changes nothing on the VPS. */
export const useCheckVps = () =>
  useMutation({
    mutationFn: (body: VpsCheckRequest) => call<VpsCheck>('POST', '/user/install/check', { body }),
  });

/** GET /user/install/check/{id}, asked for until it has ended. */
export const vpsCheckQuery = (id: string) =>
  queryOptions({
    queryKey: ['vps-check', id] as const,
    queryFn: ({ signal }) => call<VpsCheck>('GET', `/user/install/check/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.finished_at ? false : AGAIN_MS),
  });
