import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { PageSpinner } from '@/components/ui/page-spinner.js';
import { paths } from '@/config/paths.js';
import { lazyPart } from '@/lib/lazy-part.js';
import { t } from '@/lib/messages.js';
import { createQueryClient } from '@/lib/query-client.js';
import { useSession } from '@/lib/session.js';
import { toast } from '@/lib/toast.js';
import { adminGateMessages } from '@/messages/admin-gate.js';
import { commonMessages } from '@/messages/common.js';

const AdminArea = lazyPart(() => import('./admin-shell.js'));

/**
 * /admin. The route's guard asks for a sign-in only; this screen sends everyone else than administrators on
 * (SPEC §2), before any of the admin area's code is fetched. The server decides about every call anyway.
 * What was loaded is forgotten with the screen, hence at sign-out.
 */
export default function AdminRoute() {
  const { user } = useSession();
  const [queries] = useState(createQueryClient);
  const denied = user?.admin !== 1;
  useEffect(() => {
    if (!denied) return;
    const m = t(adminGateMessages);
    toast({ title: m.denied, description: m.deniedHelp, tone: 'destructive' });
  }, [denied]);
  if (denied) return <Navigate to={paths.dashboard} replace />;
  return (
    <Suspense fallback={<PageSpinner label={t(commonMessages).loading} />}>
      <QueryClientProvider client={queries}>
        <AdminArea />
      </QueryClientProvider>
    </Suspense>
  );
}
