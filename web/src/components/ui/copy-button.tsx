import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '@/lib/messages.js';
import { toast } from '@/lib/toast.js';
import { commonMessages } from '@/messages/common.js';
import { Button } from './button.js';

const TICK_MS = 1_500;

/** Copies `value`; shows a tick for a moment, or 'Copy failed' (SPEC §8). */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const m = t(commonMessages);
  const [done, setDone] = useState(false);

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), TICK_MS);
    return () => clearTimeout(timer);
  }, [done]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setDone(true);
    } catch {
      toast({ title: m.copyFailed, description: m.copyFailedHelp, tone: 'destructive' });
    }
  };

  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon
        aria-label={m.copy(what)}
        title={m.copy(what)}
        onClick={() => void copy()}
      >
        {done ? <Check className="ic ic-sm text-success" /> : <Copy className="ic ic-sm" />}
      </Button>
      <span className="sr-only" role="status">
        {done ? m.copied(what) : ''}
      </span>
    </>
  );
}
