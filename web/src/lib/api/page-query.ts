import { PAGE_SIZE } from '@casement/proto/limits.js';

/** Query parameters of a list page: all entries of `filter` except those that are empty or 'all'. */
export function pageQuery<F extends { page: number }>(filter: F) {
  const { page, ...rest } = filter;
  const given = Object.entries<unknown>(rest).filter(
    ([, value]) => value !== '' && value !== 'all',
  );
  return { page, pageSize: PAGE_SIZE, ...(Object.fromEntries(given) as Given<F>) };
}

type Given<F> = { [K in Exclude<keyof F, 'page'>]?: Exclude<F[K], 'all' | ''> };
