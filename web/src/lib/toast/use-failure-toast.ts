import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, messageOf } from '@/lib/api/api-error.js';
import { toast } from './toast.js';

/** The admin area leads to where two-factor is set up, and says why. */
const saysItself = (error: unknown) =>
  error instanceof ApiError && error.code === 'TWO_FACTOR_REQUIRED';

/** Tells once that a first load failed. Failures of polling are silent: what was loaded still shows (SPEC §8). */
export function useFailureToast(query: UseQueryResult, title: string, fallback: string): void {
  const { isLoadingError, error } = query;
  useEffect(() => {
    if (!isLoadingError || saysItself(error)) return;
    toast({ title, description: messageOf(error, fallback), tone: 'destructive' });
  }, [isLoadingError, error, title, fallback]);
}
