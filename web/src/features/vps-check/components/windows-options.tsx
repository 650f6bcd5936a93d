import type { VpsCheck } from '@casement/proto/http/install/vps-checks.js';
import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { LazyRegion } from '@/components/ui/feedback/lazy-region.js';
import { RowsSkeleton } from '@/components/ui/feedback/skeleton.js';
import { lazyComponent } from '@/lib/lazy-component.js';
import { commonMessages } from '@/messages/common.js';
import { t } from '@/messages/i18n.js';
import { windowsOptionsMessages } from '@/messages/install/windows-options.js';
import type { WindowsOptionsForm } from '../windows-options.js';

const WindowsFields = lazyComponent(() => import('./windows-fields.js'));

/** Collapsible Windows settings of the surrounding form, fetched when first expanded. */
export function WindowsOptions({
  isRetry,
  ...props
}: {
  /** Settings of the checked Linux. */
  defaults?: VpsCheck['windows_defaults'];
  /** Chosen Windows version. Without it, the display languages of all versions are offered. */
  version?: string;
  /** Hides the computer name, which several machines cannot share. */
  many?: boolean;
  /** Whether an earlier install, whose settings are not carried over, is repeated. */
  isRetry?: boolean;
  /** Hides the network, which stays as in an earlier install. */
  keepNetwork?: boolean;
  /** Number of requests to edit the network. Each unfolds the settings. */
  editNetwork?: number;
}) {
  const m = t(windowsOptionsMessages);
  const [opened, setOpened] = useState(false);
  const [seen, setSeen] = useState(false);
  const { editNetwork = 0 } = props;
  useEffect(() => {
    if (editNetwork === 0) return;
    setOpened(true);
    setSeen(true);
  }, [editNetwork]);
  const { formState } = useFormContext<WindowsOptionsForm>();
  const hasError = Boolean(formState.errors.windows_options);
  return (
    <>
      {isRetry && <p className="text-sm text-muted-foreground">{m.fromBefore}</p>}
      <details
        className="text-sm"
        open={opened || hasError}
        onToggle={({ currentTarget: { open } }) => {
          setOpened(open);
          if (open) setSeen(true);
        }}
      >
        <summary className="link w-fit">{m.title}</summary>
        {seen && (
          <LazyRegion
            of={WindowsFields}
            loading={<RowsSkeleton label={t(commonMessages).loading} />}
          >
            <WindowsFields {...props} />
          </LazyRegion>
        )}
      </details>
    </>
  );
}
