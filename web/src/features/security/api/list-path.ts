import { PAGE_SIZE } from '@/config/limits.js';

/** The path of a page of a list. Everything in `filter` but what is empty or 'all' is asked for by its own name. */
export function listPath(path: string, filter: { page: number }): string {
  const { page, ...rest } = filter;
  const query = new URLSearchParams({ page: String(page), pageSize: String(PAGE_SIZE) });
  for (const [name, value] of Object.entries<unknown>(rest)) {
    if (value !== '' && value !== 'all') query.set(name, String(value));
  }
  return `${path}?${query.toString()}`;
}
