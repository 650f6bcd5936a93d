import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { download } from '@/lib/csv/download.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { installMessages } from '@/messages/install/install.js';
import { installLogQuery } from '../api.js';

/** Log of an install, fetched on request and available as a file. */
export function InstallLog({ id, admin }: { id: string; admin?: boolean }) {
  const { log: m } = t(installMessages);
  const { loading } = t(commonMessages);
  const [shown, setShown] = useState(false);
  const query = useQuery({ ...installLogQuery(id, admin), enabled: shown });
  if (!shown) {
    return (
      <Button size="sm" onClick={() => setShown(true)}>
        {m.show}
      </Button>
    );
  }
  if (query.isError) {
    return <QueryError query={query} title={m.loadFailed} />;
  }
  if (!query.data) return <p className="text-sm text-muted-foreground">{loading}</p>;
  const file = { name: `install-${id}.txt`, type: 'text/plain', content: query.data };
  return (
    <>
      <pre
        className="mono text-xs overflow-auto max-h-64 p-3 rounded-md border bg-muted"
        tabIndex={0}
        role="group"
        aria-label={m.title}
      >
        {query.data}
      </pre>
      <Button size="sm" className="mt-2" onClick={() => download(file)}>
        <Download className="ic ic-sm" />
        {m.download}
      </Button>
    </>
  );
}
