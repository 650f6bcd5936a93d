import { PAGE_SIZE } from '@/config/limits.js';

/** The path of a page of a list; what is not asked for is left out. */
export function pagePath(
  path: string,
  { page, search, status }: { page: number; search?: string; status?: string },
): string {
  const query = new URLSearchParams({ page: String(page), pageSize: String(PAGE_SIZE) });
  if (search) query.set('search', search);
  if (status && status !== 'all') query.set('status', status);
  return `${path}?${query.toString()}`;
}
