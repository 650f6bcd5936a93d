import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { PAGE_SIZE } from '@casement/proto/limits.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { POLL_MS } from '@/config/limits.js';
import { t } from '@/messages/i18n.js';
import { failureText } from '@/lib/installs/failure-text.js';
import { finishedLinks } from '@/lib/installs/finished-links.js';
import { placeOf } from '@/lib/installs/place.js';
import { isActive } from '@/lib/installs/phases.js';
import { addNotification } from '@/lib/session/session.js';
import { toast } from '@/lib/toast/toast.js';
import { notificationMessages } from '@/messages/account/notifications.js';
import { installMessages } from '@/messages/install/install.js';
import {
  activeInstallsQuery,
  installHistoryQuery,
  LATEST_INSTALLS,
  ownInstallQuery,
} from './api.js';

/**
 * Polls the latest installs every 5 s while one is running and `watching` (SPEC §4), together with running installs
 * that are not on the first page. A changed status calls `onChange`, and a finished install shows a toast. Polling
 * errors are silent.
 */
export function useInstallWatch(watching: boolean, onChange: () => void) {
  const queries = useQueryClient();
  const query = useQuery({
    ...installHistoryQuery(LATEST_INSTALLS),
    enabled: watching,
    refetchInterval: ({ state }) => (state.data?.items.some(isActive) ? POLL_MS : false),
  });
  const latest = query.data;
  const isComplete = !latest || latest.meta.total <= latest.items.length;
  const { data: active } = useQuery({
    ...activeInstallsQuery,
    enabled: watching && !isComplete,
    refetchInterval: ({ state }) => (state.data?.items.length ? POLL_MS : false),
  });
  const previous = useRef<Map<string, InstallRecord> | null>(null);

  useEffect(() => {
    if (!latest) return;
    const before = previous.current;
    const latestById = new Map(
      [...(active?.items ?? []), ...latest.items].map((install) => [install.id, install]),
    );
    previous.current = latestById;
    if (!before) return;
    const changed = [...latestById.values()].filter(({ id, status }) => {
      const old = before.get(id);
      return old !== undefined && old.status !== status;
    });
    // Installs that have ended or were pushed off the first page by newer ones. If there is only one page, a missing
    // install was deleted.
    const missing = [...before.values()].filter(
      (old) => !isComplete && isActive(old) && !latestById.has(old.id),
    );
    if (changed.length + missing.length === 0) return;
    onChange();
    changed.forEach(notify);
    void queries.invalidateQueries({ queryKey: activeInstallsQuery.queryKey });
    for (const { id } of missing.slice(0, PAGE_SIZE)) {
      void queries.fetchQuery(ownInstallQuery(id)).then(notify, () => undefined);
    }
  }, [latest, isComplete, active, onChange, queries]);

  return query;
}

/**
 * Shows a toast for completed and failed installs (SPEC §4), and adds a notification for these and for installs in
 * review.
 */
function notify(install: InstallRecord): void {
  const { id, status, ip, failure, rdp } = install;
  const place = placeOf(install);
  const key = `install:${id}:${status}`;
  const { toasts: m } = t(installMessages);
  if (status === 'completed') {
    const finished = { id, ip, desktop: rdp?.desktop === true };
    const message = install.kind === 'linux' ? m.linuxReady(place) : m.completedHelp(place);
    toast({
      title: m.completed,
      description: message,
      tone: 'success',
      links: finishedLinks(finished),
    });
    addNotification({ key, type: 'install', status, message, install: finished });
  } else if (status === 'failed') {
    toast({
      title: m.failed,
      description: failure ? failureText(failure).message : m.failedHelp(place),
      tone: 'destructive',
    });
    addNotification({ key, type: 'install', status, message: m.failedHelp(place) });
  } else if (status === 'manual_review') {
    addNotification({
      key,
      type: 'install',
      status,
      message: t(notificationMessages).manualReview(place),
    });
  }
}
