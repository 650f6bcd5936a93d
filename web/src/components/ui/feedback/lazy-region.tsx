import { Suspense, useState, type ReactNode } from 'react';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { ErrorBoundary } from './error-boundary.js';
import { ErrorState } from './states.js';

/**
 * Renders a lazy component next to content that must stay if its code fails to load, for example a form with input.
 * Try Again fetches the code again, without reloading the page.
 */
export function LazyRegion({
  of,
  loading = null,
  failed,
  children,
}: {
  /** The lazy component among `children`. */
  of: { retry: () => void };
  loading?: ReactNode;
  /** Replaces the error message, for example `null` for optional content. */
  failed?: ReactNode;
  children: ReactNode;
}) {
  const [attempt, setAttempt] = useState(1);
  const m = t(commonMessages);
  const error = (
    <ErrorState
      title={m.somethingWrong}
      help={m.partNotLoaded}
      onRetry={() => setAttempt(attempt + 1)}
    />
  );
  return (
    <ErrorBoundary
      key={attempt}
      fallback={failed === undefined ? error : failed}
      onError={() => of.retry()}
    >
      <Suspense fallback={loading}>{children}</Suspense>
    </ErrorBoundary>
  );
}
