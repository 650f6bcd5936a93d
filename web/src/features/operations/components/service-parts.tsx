import type { ServicePart } from '@casement/proto/http/operations.js';
import { CircleCheck, CircleX } from 'lucide-react';
import { cn } from '@/components/ui/class-names.js';
import { t } from '@/messages/i18n.js';
import { operationsMessages } from '@/messages/admin/operations/operations.js';

/** Dependencies of a service, each with icon, word and color; a failing one also with the reason. */
export function ServiceParts({ label, parts }: { label: string; parts: ServicePart[] }) {
  const m = t(operationsMessages);
  return (
    <ul aria-label={label} className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {parts.map(({ name, ok, problem }) => {
        const Icon = ok ? CircleCheck : CircleX;
        return (
          <li key={name} className={cn('flex items-center gap-1.5', !ok && 'basis-full')}>
            <Icon className={cn('ic ic-sm', ok ? 'text-success' : 'text-danger')} />
            <span>{m.partNames[name] ?? name}</span>
            <span className={ok ? 'text-muted-foreground' : 'text-danger'}>
              {ok ? m.working : m.failing}
            </span>
            {problem && <span className="mono text-xs wrap-anywhere">{problem}</span>}
          </li>
        );
      })}
    </ul>
  );
}
