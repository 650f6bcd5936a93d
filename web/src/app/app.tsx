import { BrowserRouter } from 'react-router-dom';
import { ErrorBoundary } from '@/components/ui/error-boundary.js';
import { OfflineNote } from '@/components/ui/offline-note.js';
import { ToastHost } from '@/components/ui/toast-host.js';
import { StepUpHost } from '@/features/step-up/step-up-host.js';
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
      <StepUpHost />
      <ToastHost />
    </BrowserRouter>
  );
}
