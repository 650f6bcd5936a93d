import type { DeviceLogin } from '@casement/proto/http/auth/device-logins.js';
import { useState } from 'react';
import { CodeStep } from './code-step.js';
import { ConfirmStep } from './confirm-step.js';

/**
 * `/dashboard?device=1`: a program without a browser asks for an API key. Opening the link grants nothing: its user types the code
 * that the program shows, sees what it asks for and from where, and confirms. The code is kept in no URL and no history.
 */
export default function DeviceLoginDialog({ onClose }: { onClose: () => void }) {
  const [found, setFound] = useState<{ code: string; login: DeviceLogin } | null>(null);
  return found ? (
    <ConfirmStep {...found} onClose={onClose} />
  ) : (
    <CodeStep onFound={setFound} onClose={onClose} />
  );
}
