import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { takeQueryClient } from './opening-calls.js';
import { Shell } from './shell.js';

export { startOpeningCalls as onOpening } from './opening-calls.js';

/** /dashboard. What was loaded is forgotten with the screen, hence at sign-out. */
export default function DashboardRoute() {
  const [queries] = useState(takeQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <Shell />
    </QueryClientProvider>
  );
}
