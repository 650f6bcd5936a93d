import type { BlockedIp } from '@casement/proto/http/security/blocks.js';
import type { BulkUnblocked, RemovedBlocks } from '@casement/proto/http/security/unblocks.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { ApiError } from '@/lib/api-error.js';
import { securityKeys } from './security-keys.js';

export interface Block {
  ip: string;
  /** Minutes. */
  duration: number;
  reason: string;
  /** Said on purpose, once the server has answered that this is the caller's own address. */
  confirm?: boolean;
}

/** The server asks for a second confirmation: it is the administrator's own address. */
export const isOwnAddress = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'OWN_ADDRESS';

/** POST /security/block-ip. */
export function useBlockIp() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Block) => call<BlockedIp>('POST', '/security/block-ip', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: securityKeys.all }),
  });
}

/** POST /security/unblock-ip. The list is read anew when it fails too: the block may have run out meanwhile. */
export function useUnblockIp() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { ip: string; reason: string }) =>
      call<unknown>('POST', '/security/unblock-ip', { body }),
    onSettled: () => queries.invalidateQueries({ queryKey: securityKeys.all }),
  });
}

/** POST /security/unblock-ip/bulk. */
export function useUnblockIps() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { ips: string[]; reason: string }) =>
      call<BulkUnblocked>('POST', '/security/unblock-ip/bulk', { body }),
    onSettled: () => queries.invalidateQueries({ queryKey: securityKeys.all }),
  });
}

/** DELETE /security/blocked-ips/expired. */
export function useRemoveExpired() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call<RemovedBlocks>('DELETE', '/security/blocked-ips/expired'),
    onSuccess: () => queries.invalidateQueries({ queryKey: securityKeys.all }),
  });
}
