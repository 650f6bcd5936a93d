import { Component, type ReactNode } from 'react';
import { t } from '@/messages/i18n.js';
import { reloadPage } from '@/lib/navigation/reload-page.js';
import { commonMessages } from '@/messages/common.js';
import { ErrorState } from './states.js';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Shown in place of the broken region. The default is an error message with Try Again. */
  fallback?: ReactNode;
  onError?: () => void;
}

/**
 * Keeps a broken region from taking down the rest of the page. Try Again reloads the page because the usual cause is
 * code that failed to load, which React never re-requests and which has another name after a deployment. Reloads
 * automatically when the network is back.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasError: boolean }> {
  override state = { hasError: false };

  static getDerivedStateFromError() {
    return { hasError: true };
  }

  override componentDidCatch() {
    this.props.onError?.();
    if (this.props.fallback === undefined) window.addEventListener('online', reloadPage);
  }

  override componentWillUnmount() {
    window.removeEventListener('online', reloadPage);
  }

  override render() {
    const { children, fallback } = this.props;
    if (!this.state.hasError) return children;
    if (fallback !== undefined) return fallback;
    const m = t(commonMessages);
    // Reloading while offline would lose the rest of the page too.
    if (!navigator.onLine) return <ErrorState title={m.notLoaded} help={m.notLoadedHelp} />;
    return <ErrorState title={m.somethingWrong} help={m.somethingWrongHelp} onRetry={reloadPage} />;
  }
}
