import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryClient } from '@/lib/query-client.js';
import { AdminShell } from './admin-shell.js';

/** What was loaded is forgotten with the screen, hence at sign-out. */
export default function AdminArea() {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <AdminShell />
    </QueryClientProvider>
  );
}
