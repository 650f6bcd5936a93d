import type { UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { QueryFallback } from '@/components/ui/feedback/query-fallback.js';
import { t } from '@/messages/i18n.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { adminTelegramMessages } from '@/messages/admin/operations/admin-telegram.js';
import { adminMessages } from '@/messages/admin/admin.js';

/** Shared frame of the bot cards: title and badge, followed by the data, a loading state or an error. */
export function BotCard<T>({
  title,
  query,
  badge,
  children,
}: {
  title: string;
  query: UseQueryResult<T>;
  badge: (data: T) => ReactNode;
  children: (data: T) => ReactNode;
}) {
  const { loadFailed } = t(adminMessages);
  const id = useId();
  const { data } = query;
  useFailureToast(query, loadFailed);
  return (
    <section className="frame overflow-hidden" aria-labelledby={id}>
      <div className="frame-head">
        <h3 id={id} className="flex-1 text-[0.9375rem]">
          {title}
        </h3>
        {data !== undefined && badge(data)}
      </div>
      {data !== undefined ? (
        children(data)
      ) : (
        <QueryFallback
          query={query}
          bare
          title={loadFailed}
          loading={t(adminTelegramMessages).loading}
          rows={4}
        />
      )}
    </section>
  );
}
