import { Button } from '@/components/ui/button.js';
import { Panel } from '@/components/ui/panel.js';
import { download } from '@/lib/csv/download.js';
import { t } from '@/messages/i18n.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { settingsMessages } from '@/messages/account/settings.js';
import { useExportAccount } from '../api.js';

export function DataExport() {
  const { dataExport: m } = t(settingsMessages);
  const { mutateAsync, isPending } = useExportAccount();
  const save = async () => {
    try {
      const content = JSON.stringify(await mutateAsync(), null, 2);
      download({ name: 'casement-data.json', type: 'application/json', content });
    } catch (error) {
      toastFailure(m.failed, error);
    }
  };
  return (
    <Panel className="mt-5" title={m.title}>
      <div className="flex flex-wrap items-center gap-4 p-4">
        <p className="flex-1 min-w-[220px] text-muted-foreground">{m.lead}</p>
        <Button busy={isPending} onClick={() => void save()}>
          {m.download}
        </Button>
      </div>
    </Panel>
  );
}
