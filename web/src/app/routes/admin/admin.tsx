import { lazy, Suspense, useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { PageSpinner } from '@/components/ui/page-spinner.js';
import { paths } from '@/config/paths.js';
import { say } from '@/lib/messages.js';
import { useSession } from '@/lib/session.js';
import { toast } from '@/lib/toast.js';
import { adminGateTexts } from '@/messages/admin-gate.js';
import { commonTexts } from '@/messages/common.js';

const AdminArea = lazy(() => import('./admin-area.js'));

/**
 * /admin. The route's guard asks for a sign-in only; this screen sends everyone else than administrators on
 * (SPEC §2), before any of the admin area's code is fetched. The server decides about every call anyway.
 */
export default function AdminRoute() {
  const { user } = useSession();
  const denied = user?.admin !== 1;
  useEffect(() => {
    if (!denied) return;
    const m = say(adminGateTexts);
    toast({ title: m.denied, description: m.deniedHelp, tone: 'destructive' });
  }, [denied]);
  if (denied) return <Navigate to={paths.dashboard} replace />;
  return (
    <Suspense fallback={<PageSpinner label={say(commonTexts).loading} />}>
      <AdminArea />
    </Suspense>
  );
}
