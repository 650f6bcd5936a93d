import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';

/**
 * Only what the browser tells while the page is open counts: `navigator.onLine` is also false where nothing but this
 * machine can be reached, which may well be where Casement runs.
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

/** Says so while the browser has no network. It lies over the page, so nothing jumps when it comes and goes. */
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
