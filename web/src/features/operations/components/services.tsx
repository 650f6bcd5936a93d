import { RefreshCw } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { cn } from '@/components/ui/class-names.js';
import { t } from '@/messages/i18n.js';
import { operationsMessages } from '@/messages/admin/operations/operations.js';
import { SERVICES, useServices } from '../api.js';
import { ServiceCard } from './service-card.js';

/**
 * Shows one card per service. All are queried concurrently, and an unresponsive service does not affect the others.
 */
export function Services() {
  return (
    <>
      <p className="text-muted-foreground mb-4">{t(operationsMessages).lead}</p>
      <div className="grid gap-4">
        {SERVICES.map((service) => (
          <ServiceCard key={service} service={service} />
        ))}
      </div>
    </>
  );
}

export function RefreshServices() {
  const services = Object.values(useServices());
  const asking = services.some(({ isFetching }) => isFetching);
  return (
    <Button
      size="sm"
      busy={asking}
      onClick={() => services.forEach(({ refetch }) => void refetch())}
    >
      <RefreshCw className={cn('ic ic-sm', asking && 'spin')} />
      {t(operationsMessages).refresh}
    </Button>
  );
}
