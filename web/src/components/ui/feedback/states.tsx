import { RotateCcw, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button.js';
import { cn } from '@/components/ui/class-names.js';
import { ApiError } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';

export function EmptyState({
  icon: Icon,
  title,
  help,
  action,
}: {
  icon: LucideIcon;
  title: string;
  help: string;
  action?: ReactNode;
}) {
  return (
    <div className="grid place-items-center text-center px-4 py-10">
      <span className="inline-grid place-items-center size-9 rounded-md border bg-muted text-muted-foreground mb-2">
        <Icon className="ic" />
      </span>
      <p className="font-[600]">{title}</p>
      <p className="text-sm text-muted-foreground mb-3">{help}</p>
      {action}
    </div>
  );
}

/** Failed load: its subject, the correlation id for support, and Try Again. */
export function ErrorState({
  title,
  help,
  error,
  onRetry,
  bare,
  page,
}: {
  title: string;
  help: string;
  error?: unknown;
  onRetry?: () => void;
  /** Rendered inside an existing frame. */
  bare?: boolean;
  /** Replaces a full page and becomes its heading. */
  page?: boolean;
}) {
  const m = t(commonMessages);
  const Title = page ? 'h1' : 'p';
  const id = error instanceof ApiError ? error.correlationId : undefined;
  return (
    <div
      className={cn('failure flex flex-wrap items-center gap-4 p-4', !bare && 'frame')}
      role="alert"
    >
      <TriangleAlert className="ic ic-lg text-danger" />
      <div className="flex-1 min-w-[200px]">
        <Title className="font-[600]">{title}</Title>
        <p className="text-sm text-muted-foreground">
          {help}
          {id && (
            <span className="block mono text-xs break-all" title={m.correlationId}>
              {id}
            </span>
          )}
        </p>
      </div>
      {onRetry && (
        <Button size="sm" onClick={onRetry}>
          <RotateCcw className="ic ic-sm" />
          {m.tryAgain}
        </Button>
      )}
    </div>
  );
}
