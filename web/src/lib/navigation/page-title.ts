import { useEffect } from 'react';

/** `Welcome back · Casement` */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Casement`;
  }, [title]);
}
