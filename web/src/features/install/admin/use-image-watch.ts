import type { WindowsImage } from '@casement/proto/http/images.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { t } from '@/lib/messages.js';
import { toast } from '@/lib/toast.js';
import { windowsImageMessages } from '@/messages/windows-images.js';
import { isUnderWay, windowsImagesQuery } from './images-api.js';
import { adminWindowsVersionsQuery } from './api.js';

/** The images; a job that ends while they are watched shows a toast. */
export function useImageWatch() {
  const queries = useQueryClient();
  const query = useQuery(windowsImagesQuery);
  const underWay = useRef(new Set<string>());
  const images = query.data;

  useEffect(() => {
    if (!images) return;
    const ended = images.filter(
      ({ job }) => job !== null && underWay.current.has(job.id) && !isUnderWay(job),
    );
    underWay.current = new Set(images.flatMap(({ job }) => (isUnderWay(job) ? [job.id] : [])));
    if (ended.length === 0) return;
    void queries.invalidateQueries({ queryKey: adminWindowsVersionsQuery.queryKey });
    ended.forEach(showResult);
  }, [images, queries]);

  return query;
}

function showResult({ name, job }: WindowsImage): void {
  const m = t(windowsImageMessages);
  const isImport = job?.kind === 'import';
  if (job?.status === 'done') {
    toast({
      title: isImport ? m.importedToast : m.verifiedToast,
      description: isImport ? m.importedHelp(name) : m.verifiedHelp(name),
      tone: 'success',
    });
  } else if (job?.status === 'failed') {
    toast({
      title: isImport ? m.importFailed : m.verifyFailed,
      description: job.failure?.message ?? name,
      tone: 'destructive',
    });
  }
}
