import { BrowserRouter } from 'react-router-dom';
import { ErrorBoundary } from '@/components/ui/error-boundary.js';
import { OfflineNote } from '@/components/ui/offline-note.js';
import { ToastHost } from '@/components/ui/toast-host.js';
import { useLanguage } from '@/lib/messages.js';
import { AppRoutes } from './router.js';

export function App() {
  useLanguage();
  return (
    <BrowserRouter>
      <ErrorBoundary>
        <AppRoutes />
      </ErrorBoundary>
      <OfflineNote />
      <ToastHost />
    </BrowserRouter>
  );
}
