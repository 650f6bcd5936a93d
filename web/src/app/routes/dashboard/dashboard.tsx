import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { takeQueryClient } from '@/lib/initial-queries.js';
import { Shell } from './shell.js';

/** The /dashboard route. Its cache is dropped on unmount, which includes sign-out. */
export default function DashboardRoute() {
  const [queries] = useState(takeQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <Shell />
    </QueryClientProvider>
  );
}
