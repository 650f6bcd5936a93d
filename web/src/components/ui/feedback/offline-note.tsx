import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';

/**
 * Only events received while the page is open count. `navigator.onLine` is also false if only the local machine is
 * reachable, where Casement may be running.
 */
let online = true;

function subscribe(listener: () => void): () => void {
  const change = ({ type }: Event) => {
    online = type === 'online';
    listener();
  };
  window.addEventListener('online', change);
  window.addEventListener('offline', change);
  return () => {
    window.removeEventListener('online', change);
    window.removeEventListener('offline', change);
  };
}

/** Shows that the browser is offline. It overlays the page so that the layout does not shift. */
export function OfflineNote() {
  const connected = useSyncExternalStore(subscribe, () => online);
  return (
    <div role="status" className="contents">
      {!connected && (
        <p className="offline note t-warning">
          <WifiOff className="ic" aria-hidden />
          {t(commonMessages).offline}
        </p>
      )}
    </div>
  );
}
