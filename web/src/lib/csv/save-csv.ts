import { formatFigure } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { toast } from '@/lib/toast/toast.js';
import { csvExportMessages } from '@/messages/csv-export.js';
import { csvTime, readCsv, type CsvExport } from './csv.js';
import { download } from './download.js';

/** Reads the list, saves it as a file and reports the result; silent if it was stopped. */
export async function saveCsv<T>(
  { file, load, columns }: CsvExport<T>,
  { signal, onRows }: { signal: AbortSignal; onRows: (rows: number) => void },
): Promise<void> {
  const m = t(csvExportMessages);
  try {
    const read = await readCsv(load, columns, { signal, onRows });
    if (read === null) {
      toast({ title: m.empty, description: m.emptyHelp });
      return;
    }
    const name = `${file}-${csvTime(new Date().toISOString()).slice(0, 10)}.csv`;
    download({ name, type: 'text/csv;charset=utf-8', content: read.content });
    const description = m.doneHelp(formatFigure(read.rows), name);
    toast({ title: m.done, description, tone: 'success' });
  } catch (error) {
    if (signal.aborted) return;
    toastFailure(m.failed, error, m.failedHelp);
  }
}
