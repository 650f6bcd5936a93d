import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '@/messages/i18n.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { commonMessages } from '@/messages/common.js';
import { Button } from './button.js';

const TICK_MS = 1_500;

/**
 * Copies `value`; shows a tick for a moment, or 'Copy failed' (SPEC §8).
 * @param value a function if the value must be fetched first
 */
export function CopyButton({
  value,
  label,
}: {
  value: string | (() => Promise<string>);
  label: string;
}) {
  const m = t(commonMessages);
  const [done, setDone] = useState(false);

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), TICK_MS);
    return () => clearTimeout(timer);
  }, [done]);

  const copy = async () => {
    try {
      await (typeof value === 'string' ? navigator.clipboard.writeText(value) : write(value()));
      setDone(true);
    } catch (error) {
      toastFailure(m.copyFailed, error, m.copyFailedHelp);
    }
  };

  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon
        aria-label={m.copy(label)}
        title={m.copy(label)}
        onClick={() => void copy()}
      >
        {done ? <Check className="ic ic-sm text-success" /> : <Copy className="ic ic-sm" />}
      </Button>
      <span className="sr-only" role="status">
        {done ? m.copied(label) : ''}
      </span>
    </>
  );
}

/** Safari allows clipboard writes only during the click, so it receives the promise instead of the resolved text. */
async function write(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text);
  const blob = text.then((value) => new Blob([value], { type: 'text/plain' }));
  // Awaits `text` too, so that its own error surfaces instead of the clipboard's generic one.
  await Promise.all([text, navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])]);
}
