import type { InstallRequest } from '@casement/proto/http/install/install.js';
import { networkOptionsOf } from '@casement/proto/http/install/network-choices.js';
import type { VpsCheck } from '@casement/proto/http/install/vps-checks.js';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { showProblems } from '@/lib/form/form.js';
import { t } from '@/messages/i18n.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { installMessages } from '@/messages/install/install.js';
import { useRequestCheck } from './api.js';
import { INSTALL_FIELDS, signInOf } from './install-fields.js';

/** After this time the server is asked whether the check is still recent enough. */
const RECENT_MS = 60_000;

export function useVpsCheck(form: UseFormReturn<InstallRequest>) {
  const check = useRequestCheck();
  // Id of the check that is shown, until the next check has started.
  const [id, setId] = useState<string | null>(null);

  /**
   * Starts a check, or with `reuse` returns one that passed a few minutes ago. Errors are reported here.
   * @returns null if the request was rejected
   */
  const start = async ({ reuse = false } = {}): Promise<VpsCheck | null> => {
    const values = form.getValues();
    const { win_ver } = values;
    const ip = values.ip.trim();
    const signIn = signInOf(values);
    const last = check.variables;
    // A different password or key must be tested even if the VPS is known.
    const isUnchanged =
      last?.ip !== ip || JSON.stringify(signInOf(last)) === JSON.stringify(signIn);
    const version = win_ver ? { win_ver } : {};
    const chosen = networkOptionsOf(values.windows_options);
    const network = Object.keys(chosen).length > 0 ? { network: chosen } : {};
    const wanted = reuse && isUnchanged ? { reuse } : {};
    try {
      const started = await check.mutateAsync({ ip, ...signIn, ...version, ...network, ...wanted });
      setId(started.id);
      return started;
    } catch (error) {
      showProblems(error, INSTALL_FIELDS, form.setError);
      toastFailure(t(installMessages).form.checkFailed, error);
      return null;
    }
  };

  return {
    /** Id of the latest check. */
    id,
    pending: check.isPending,
    start,
    /** Whether the check was requested a moment ago. */
    isRecent: () => Date.now() - check.submittedAt < RECENT_MS,
  };
}

export type FormVpsCheck = ReturnType<typeof useVpsCheck>;
