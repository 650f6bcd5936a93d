import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '@/components/ui/states.js';
import { messageOf } from '@/lib/api-error.js';
import { t } from '@/lib/messages.js';
import { apiKeysMessages } from '@/messages/api-keys.js';
import { commonMessages } from '@/messages/common.js';
import { userApiKeysQuery, useRevokeUserApiKey } from './api.js';
import { KeyList } from './key-list.js';

/** The keys of a user, for administrators. */
export function UserApiKeys({ of }: { of: string }) {
  const m = t(apiKeysMessages);
  const { loading, pleaseTryAgain } = t(commonMessages);
  const { data, error, isError, refetch } = useQuery(userApiKeysQuery(of));
  const revoke = useRevokeUserApiKey(of);
  if (!data && isError) {
    return (
      <ErrorState
        title={m.ofUser.loadFailed}
        help={messageOf(error, pleaseTryAgain)}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <section className="frame overflow-hidden" aria-label={m.title}>
      <KeyList keys={data} loading={loading} emptyHelp={m.ofUser.emptyHelp} revoke={revoke} />
    </section>
  );
}
