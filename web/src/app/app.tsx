import { BrowserRouter } from 'react-router-dom';
import { ErrorBoundary } from '@/components/ui/feedback/error-boundary.js';
import { OfflineNote } from '@/components/ui/feedback/offline-note.js';
import { ToastHost } from '@/components/ui/feedback/toast-host.js';
import { StepUpHost } from '@/features/step-up/step-up-host.js';
import { useLanguage } from '@/messages/i18n.js';
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
