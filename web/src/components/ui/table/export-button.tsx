import { Download, LoaderCircle } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { useCsvExport } from '@/lib/csv/csv-export.js';
import type { CsvExport } from '@/lib/csv/csv.js';
import { formatFigure } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { csvExportMessages } from '@/messages/csv-export.js';

/** Saves the filtered list as CSV. Shows its progress while reading, and stops when clicked. */
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
