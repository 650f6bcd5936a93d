import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryClient } from '@/lib/query-client.js';
import { Shell } from './shell.js';

/** /dashboard. What was loaded is forgotten with the screen, hence at sign-out. */
export default function DashboardRoute() {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <Shell />
    </QueryClientProvider>
  );
}
