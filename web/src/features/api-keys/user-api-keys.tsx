import { useQuery } from '@tanstack/react-query';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { t } from '@/messages/i18n.js';
import { apiKeysMessages } from '@/messages/account/api-keys.js';
import { commonMessages } from '@/messages/common.js';
import { userApiKeysQuery, useRevokeUserApiKey } from './api.js';
import { KeyList } from './key-list.js';

export function UserApiKeys({ userId }: { userId: string }) {
  const m = t(apiKeysMessages);
  const { loading } = t(commonMessages);
  const query = useQuery(userApiKeysQuery(userId));
  const { data, isError } = query;
  const revoke = useRevokeUserApiKey(userId);
  if (!data && isError) {
    return <QueryError query={query} title={m.ofUser.loadFailed} />;
  }
  return (
    <section className="frame overflow-hidden" aria-label={m.title}>
      <KeyList keys={data} loading={loading} emptyHelp={m.ofUser.emptyHelp} revoke={revoke} />
    </section>
  );
}
