import type { DeviceLogin } from '@casement/proto/http/auth/device-logins.js';
import { useState } from 'react';
import { CodeStep } from './code-step.js';
import { ConfirmStep } from './confirm-step.js';

/**
 * `/dashboard?device=1`: a program without a browser requests an API key. Opening the link grants no access: the user
 * types the code shown by the program, reviews the request and its origin, and confirms. The code is never in a URL
 * or the history.
 */
export default function DeviceLoginDialog({ onClose }: { onClose: () => void }) {
  const [found, setFound] = useState<{ code: string; login: DeviceLogin } | null>(null);
  return found ? (
    <ConfirmStep {...found} onClose={onClose} />
  ) : (
    <CodeStep onFound={setFound} onClose={onClose} />
  );
}
