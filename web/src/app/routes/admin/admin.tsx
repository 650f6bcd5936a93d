import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { PageSpinner } from '@/components/ui/feedback/page-spinner.js';
import { paths } from '@/config/paths.js';
import { showTimesIn } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { takeQueryClient } from '@/lib/initial-queries.js';
import { useSession } from '@/lib/session/session.js';
import { toast } from '@/lib/toast/toast.js';
import { adminGateMessages } from '@/messages/admin/admin-gate.js';
import { commonMessages } from '@/messages/common.js';
import { AdminArea, fetchArea, isAreaFetched } from './area.js';

/**
 * The /admin route. Its guard only requires a sign-in. This screen redirects non-administrators (SPEC §2) before any
 * code of the admin area is fetched. The server authorizes every call regardless. The cache is dropped on unmount,
 * which includes sign-out.
 */
export default function AdminRoute() {
  const { user } = useSession();
  showTimesIn();
  const [queries] = useState(takeQueryClient);
  const denied = user?.admin !== 1;
  useEffect(() => {
    if (!denied) return;
    const m = t(adminGateMessages);
    toast({ title: m.denied, description: m.deniedHelp, tone: 'destructive' });
  }, [denied]);
  if (denied) return <Navigate to={paths.dashboard} replace />;
  return (
    <QueryClientProvider client={queries}>
      <Area />
    </QueryClientProvider>
  );
}

/** Renders its own loading state because React delays content that follows a Suspense fallback by at least 300 ms. */
function Area() {
  const [ready, setReady] = useState(isAreaFetched);
  useEffect(() => {
    if (!ready) void fetchArea().then(() => setReady(true));
  }, [ready]);
  const loading = <PageSpinner label={t(commonMessages).loading} />;
  if (!ready) return loading;
  return (
    <Suspense fallback={loading}>
      <AdminArea />
    </Suspense>
  );
}
