import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { PageSpinner } from '@/components/ui/feedback/page-spinner.js';
import { paths } from '@/config/paths.js';
import { t } from '@/messages/i18n.js';
import { lazyPart } from '@/lib/lazy-part.js';
import { openingQueries, takeQueryClient } from '@/lib/opening-queries.js';
import { currentSession, useSession } from '@/lib/session/session.js';
import { accessToken } from '@/lib/api/token.js';
import { toast } from '@/lib/toast/toast.js';
import { adminGateMessages } from '@/messages/admin/admin-gate.js';
import { commonMessages } from '@/messages/common.js';

const AdminArea = lazyPart(() => import('./admin-shell.js'));

let fetched = false;

/**
 * The area's code and that of the section it opens with, whose calls start as soon as it is there. Never fails: what has
 * not come is fetched once more when it is shown.
 */
async function fetchArea(queries?: QueryClient): Promise<void> {
  const area = (await AdminArea.preload()) as typeof import('./admin-shell.js') | undefined;
  const { isLoading, user } = currentSession();
  await area?.prefetchOpening(isLoading || user?.admin === 1 ? queries : undefined);
  fetched = true;
}

/** Beside the profile; of an administrator only. */
export function onOpening(): void {
  if (accessToken.isOfAdministrator()) void fetchArea(openingQueries());
}

/**
 * /admin. The route's guard asks for a sign-in only; this screen sends everyone else than administrators on
 * (SPEC §2), before any of the admin area's code is fetched. The server decides about every call anyway.
 * What was loaded is forgotten with the screen, hence at sign-out.
 */
export default function AdminRoute() {
  const { user } = useSession();
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

/** Shows its own loading state: what follows React's own placeholder comes 300 ms after it at the earliest. */
function Area() {
  const [ready, setReady] = useState(fetched);
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
