import { useEffect, useRef, useState } from 'react';
import { csvExportMessages } from '@/messages/csv-export.js';
import { messageOf } from './api-error.js';
import type { Page } from './api-client.js';
import { csvTime, readCsv, type CsvColumn, type ExportPage } from './csv.js';
import { download } from './download.js';
import { formatFigure } from './format.js';
import { t } from './messages.js';
import { toast } from './toast.js';

export interface CsvExport<T> {
  /** The file's name begins so; the day and `.csv` follow. */
  file: string;
  load: (page: ExportPage) => Promise<Page<T>>;
  columns: readonly CsvColumn<T>[];
}

/** Saves a list as a file and says how it went. Leaving the list stops it. */
export function useCsvExport<T>({ file, load, columns }: CsvExport<T>) {
  const [rows, setRows] = useState<number | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async () => {
    const m = t(csvExportMessages);
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setRows(0);
    try {
      const read = await readCsv(load, columns, { signal, onRows: setRows });
      if (read === null) return toast({ title: m.empty, description: m.emptyHelp });
      const name = `${file}-${csvTime(new Date().toISOString()).slice(0, 10)}.csv`;
      download({ name, type: 'text/csv;charset=utf-8', content: read.content });
      const description = m.doneHelp(formatFigure(read.rows), name);
      toast({ title: m.done, description, tone: 'success' });
    } catch (error) {
      if (signal.aborted) return;
      const description = messageOf(error, m.failedHelp);
      toast({ title: m.failed, description, tone: 'destructive' });
    } finally {
      if (running.current === controller) running.current = undefined;
      setRows(null);
    }
  };
  return { rows, start: () => void run(), stop: () => running.current?.abort() };
}
