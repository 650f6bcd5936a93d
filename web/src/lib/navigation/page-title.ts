import { useEffect } from 'react';

/** Sets titles such as `Welcome back · Casement`. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Casement`;
  }, [title]);
}
