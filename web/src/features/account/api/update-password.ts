import type { UpdatePasswordRequest, UpdatePasswordResponse } from '@casement/proto/http/auth.js';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.js';
import { accessToken } from '../../../lib/token.js';

/** POST /user/update-password. All sessions end; this page goes on with the token in the answer. */
export const useUpdatePassword = () =>
  useMutation({
    mutationFn: (body: UpdatePasswordRequest) =>
      call<UpdatePasswordResponse>('POST', '/user/update-password', { body }),
    onSuccess: (answer) => accessToken.set(answer.accessToken),
  });
