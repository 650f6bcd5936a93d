import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { sessionsQuery } from './sessions-query.js';

/** DELETE /user/sessions/{id}, or without an id all but the present one. */
export function useEndSessions() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      call<unknown>('DELETE', id ? `/user/sessions/${id}` : '/user/sessions'),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
