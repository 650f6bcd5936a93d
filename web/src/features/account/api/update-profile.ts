import type { ProfileResponse, UpdateProfileRequest } from '@casement/proto/http/auth.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { DisplayableError } from '@/lib/api-error.js';
import { t } from '@/lib/messages.js';
import { updateUser } from '@/lib/session.js';
import { settingsMessages } from '@/messages/settings.js';
import { dashboardQuery } from './dashboard-query.js';

/** PUT /user/profile. The answer needs a user (SPEC §5). */
export function useUpdateProfile() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: UpdateProfileRequest) => {
      const { user } = await call<Partial<ProfileResponse>>('PUT', '/user/profile', { body });
      if (!user) throw new DisplayableError(t(settingsMessages).profile.failed);
      return user;
    },
    onSuccess: (user) => {
      updateUser(user);
      return queries.invalidateQueries({ queryKey: dashboardQuery.queryKey });
    },
  });
}
