import type { InstallRecord, InstallStatus } from '@casement/proto/http/install.js';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { POLL_MS } from '@/config/limits.js';
import { t } from '@/lib/messages.js';
import { addNotification } from '@/lib/session.js';
import { toast } from '@/lib/toast.js';
import { installMessages } from '@/messages/install.js';
import { notificationMessages } from '@/messages/notifications.js';
import { installHistoryQuery } from './api.js';
import { isActive } from './phases.js';

/**
 * The latest installs, polled every 5 s while one is under way and `watching` (SPEC §4). A changed status calls
 * `onChange`, and a finished install shows a toast. Polling errors are silent.
 */
export function useInstallWatch(watching: boolean, onChange: () => void) {
  const query = useQuery({
    ...installHistoryQuery(1),
    enabled: watching,
    refetchInterval: ({ state }) => (state.data?.items.some(isActive) ? POLL_MS : false),
  });
  const known = useRef<Map<string, InstallStatus> | null>(null);
  const items = query.data?.items;

  useEffect(() => {
    if (!items) return;
    const before = known.current;
    known.current = new Map(items.map(({ id, status }) => [id, status]));
    if (!before) return;
    const changed = items.filter(({ id, status }) => {
      const old = before.get(id);
      return old !== undefined && old !== status;
    });
    if (changed.length === 0) return;
    onChange();
    changed.forEach(notify);
  }, [items, onChange]);

  return query;
}

/** A toast for completed and failed installs (SPEC §4); a notification for these and for those in review. */
function notify({ id, status, ip, failure }: InstallRecord): void {
  const key = `install:${id}:${status}`;
  const { toasts: m } = t(installMessages);
  if (status === 'completed') {
    toast({ title: m.completed, description: m.completedHelp(ip), tone: 'success' });
    addNotification({ key, type: 'install', status, message: m.completedHelp(ip) });
  } else if (status === 'failed') {
    toast({
      title: m.failed,
      description: failure?.message ?? m.failedHelp(ip),
      tone: 'destructive',
    });
    addNotification({ key, type: 'install', status, message: m.failedHelp(ip) });
  } else if (status === 'manual_review') {
    addNotification({
      key,
      type: 'install',
      status,
      message: t(notificationMessages).manualReview(ip),
    });
  }
}
