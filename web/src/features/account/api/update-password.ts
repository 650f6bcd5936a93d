import type { UpdatePasswordRequest, UpdatePasswordResponse } from '@casement/proto/http/auth.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { accessToken } from '@/lib/token.js';
import { sessionsQuery } from './sessions-query.js';

/** POST /user/update-password. All sessions end; this page goes on with the token in the answer. */
export function useUpdatePassword() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdatePasswordRequest) =>
      call<UpdatePasswordResponse>('POST', '/user/update-password', { body }),
    onSuccess: (answer) => {
      accessToken.set(answer.accessToken);
      return queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
}
