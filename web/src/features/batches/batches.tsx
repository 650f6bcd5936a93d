import type { WindowsVersion } from '@casement/proto/http/install/windows/windows-versions.js';
import { Subpages } from '@/components/layout/subpages.js';
import { useHistoryState } from '@/lib/navigation/history-state.js';
import { BatchList } from './batch-list.js';
import { BatchPage } from './batch-page.js';
import { NewBatch, type BatchOptions } from './new-batch.js';

const NEW = 'new';

/** Shows the list of batches, one batch, or the form for a new one. */
export default function Batches({
  versions,
  quota,
  options,
  onQuotaChange,
}: {
  versions: readonly WindowsVersion[];
  quota: number;
  options: BatchOptions;
  onQuotaChange: () => void;
}) {
  const [shown, setShown] = useHistoryState<string | null>('batch', null);
  const show = (id: string | null) => setShown(id, { push: true });
  const back = () => show(null);
  return (
    <Subpages shown={shown}>
      {shown === null ? (
        <BatchList onCreate={() => show(NEW)} onOpen={show} />
      ) : shown === NEW ? (
        <NewBatch
          versions={versions}
          options={options}
          onBack={back}
          onCreated={(id) => setShown(id)}
        />
      ) : (
        <BatchPage id={shown} quota={quota} onQuotaChange={onQuotaChange} onBack={back} />
      )}
    </Subpages>
  );
}
