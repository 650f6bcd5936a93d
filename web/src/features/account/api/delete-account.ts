import { useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';

/** DELETE /user/account. Refused while an install is under way. */
export const useDeleteAccount = () =>
  useMutation({ mutationFn: () => call<unknown>('DELETE', '/user/account') });
