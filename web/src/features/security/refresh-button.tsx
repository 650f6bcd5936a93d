import { RefreshCw } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { cn } from '@/components/ui/class-names.js';
import { useRefresh } from './use-refresh.js';

export function RefreshButton({ label }: { label: string }) {
  const { refresh, refreshing } = useRefresh();
  return (
    <Button size="sm" busy={refreshing} onClick={() => void refresh()}>
      <RefreshCw className={cn('ic ic-sm', refreshing && 'spin')} />
      {label}
    </Button>
  );
}
