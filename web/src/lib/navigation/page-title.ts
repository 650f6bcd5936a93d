import { useEffect } from 'react';
import { currentBrand } from '@/config/brand.js';

/** Sets titles such as `Welcome back · Casement`. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${currentBrand().name}`;
  }, [title]);
}
