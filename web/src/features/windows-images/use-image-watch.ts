import type { WindowsImage } from '@casement/proto/http/install/windows/images.js';
import {
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { t } from '@/messages/i18n.js';
import { failureText } from '@/lib/installs/failure-text.js';
import { toast } from '@/lib/toast/toast.js';
import { windowsImageMessages } from '@/messages/admin/windows/windows-images.js';
import { isJobActive, adminWindowsVersionsQuery } from './api.js';

/** Returns the images, and shows a toast for each job that ends while they are watched. */
export function useImageWatch<T extends WindowsImage, K extends QueryKey>(
  options: UseQueryOptions<T[], Error, T[], K>,
) {
  const queries = useQueryClient();
  const query = useQuery(options);
  const activeJobs = useRef(new Set<string>());
  const images = query.data;

  useEffect(() => {
    if (!images) return;
    const ended = images.filter(
      ({ job }) => job !== null && activeJobs.current.has(job.id) && !isJobActive(job),
    );
    activeJobs.current = new Set(images.flatMap(({ job }) => (isJobActive(job) ? [job.id] : [])));
    if (ended.length === 0) return;
    void queries.invalidateQueries({ queryKey: adminWindowsVersionsQuery.queryKey });
    ended.forEach(showResult);
  }, [images, queries]);

  return query;
}

function showResult({ name, job }: WindowsImage): void {
  if (!job) return;
  const m = t(windowsImageMessages);
  const titles = {
    import: { done: m.importedToast, failed: m.importFailed },
    build: { done: m.builtToast, failed: m.buildFailed },
    verify: { done: m.verifiedToast, failed: m.verifyFailed },
    replicate: { done: m.copiedToast, failed: m.copyFailed },
  }[job.kind];
  if (job.status === 'done') {
    const help = {
      import: m.importedHelp,
      build: m.importedHelp,
      verify: m.verifiedHelp,
      replicate: m.copiedHelp,
    }[job.kind];
    const description = help(name);
    toast({ title: titles.done, description, tone: 'success' });
  } else if (job.status === 'failed') {
    const description = job.failure ? failureText(job.failure).message : name;
    toast({ title: titles.failed, description, tone: 'destructive' });
  }
}
