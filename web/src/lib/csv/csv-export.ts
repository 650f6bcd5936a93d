import { useEffect, useRef, useState } from 'react';
import { csvExportMessages } from '@/messages/csv-export.js';
import type { Page } from './api-client.js';
import type { CsvColumn, ExportPage } from './csv.js';
import { t } from './messages.js';
import { toast } from './toast.js';

export interface CsvExport<T> {
  /** The file's name begins so; the day and `.csv` follow. */
  file: string;
  load: (page: ExportPage) => Promise<Page<T>>;
  columns: readonly CsvColumn<T>[];
}

/** Saves a list as a file and says how it went. Leaving the list stops it. Its code is fetched by the first use. */
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
