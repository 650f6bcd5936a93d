import { Download, LoaderCircle } from 'lucide-react';
import { formatFigure } from '@/lib/format.js';
import { t } from '@/lib/messages.js';
import { useCsvExport, type CsvExport } from '@/lib/csv-export.js';
import { csvExportMessages } from '@/messages/csv-export.js';
import { Button } from './button.js';

/** Saves the list, with its filters, as CSV. While it reads it shows how far it is, and stops when pressed. */
export function ExportButton<T>(list: CsvExport<T>) {
  const m = t(csvExportMessages);
  const { rows, start, stop } = useCsvExport(list);
  return (
    <>
      <Button size="sm" onClick={rows === null ? start : stop}>
        {rows === null ? (
          <Download className="ic ic-sm" />
        ) : (
          <LoaderCircle className="ic ic-sm spin" />
        )}
        <span className="num">{rows === null ? m.export : m.stop(formatFigure(rows))}</span>
      </Button>
      <span aria-live="polite" className="sr-only">
        {rows !== null && m.reading}
      </span>
    </>
  );
}
