import { useEffect, useRef, useState } from 'react';
import { t } from '@/messages/i18n.js';
import { toast } from '@/lib/toast/toast.js';
import { csvExportMessages } from '@/messages/csv-export.js';
import type { CsvExport } from './csv.js';

/**
 * Exports a list as a CSV file and reports the result in a toast. Unmounting stops the export. The code of the export
 * is fetched on first use.
 */
export function useCsvExport<T>(list: CsvExport<T>) {
  const [rows, setRows] = useState<number | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async () => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setRows(0);
    try {
      const { saveCsv } = await import('./save-csv.js');
      await saveCsv(list, { signal, onRows: setRows });
    } catch {
      const { failed, failedHelp } = t(csvExportMessages);
      toast({ title: failed, description: failedHelp, tone: 'destructive' });
    } finally {
      if (running.current === controller) running.current = undefined;
      setRows(null);
    }
  };
  return { rows, start: () => void run(), stop: () => running.current?.abort() };
}
