import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { t } from '@/messages/i18n.js';
import { adminTwoFactorMessages } from '@/messages/admin/users/admin-two-factor.js';

const TestCodeDialog = lazyDialog(() => import('./test-code-dialog.js'));

export function TestCode() {
  const m = t(adminTwoFactorMessages);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" aria-label={m.testOf} onClick={() => setOpen(true)}>
        {m.test}
      </Button>
      {open && <TestCodeDialog onClose={() => setOpen(false)} />}
    </>
  );
}
