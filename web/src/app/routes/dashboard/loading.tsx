import { AfterPatience, Skeleton } from '@/components/ui/feedback/skeleton.js';
import { t } from '@/lib/i18n/messages.js';
import { dashboardMessages } from '@/messages/dashboard.js';

/** The dashboard in its final geometry, and what it waits for. */
export function DashboardLoading() {
  const m = t(dashboardMessages);
  return (
    <AfterPatience label={m.loading}>
      <div className="flex items-center h-9 mb-5">
        <h1 className="font-normal text-muted-foreground">{m.loading}</h1>
      </div>
      <div className="panes grid-cols-3 max-sm:[&>*]:px-3!">
        {[72, 88, 80].map((width) => (
          <div key={width} className="h-[102px] max-sm:h-[82px]">
            <Skeleton className="h-3 mt-1" style={{ width }} />
            <Skeleton className="h-7 w-12 mt-3" />
          </div>
        ))}
      </div>
    </AfterPatience>
  );
}
