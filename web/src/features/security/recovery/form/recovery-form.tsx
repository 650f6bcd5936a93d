import { Button } from '@/components/ui/button.js';
import { Panel } from '@/components/ui/panel.js';
import { t } from '@/messages/i18n.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { RecoveryFields } from './recovery-fields.js';
import { useRecoveryForm } from './use-recovery-form.js';

export function RecoveryForm() {
  const { recovery: m } = t(securityMessages);
  const { form, pending, submit } = useRecoveryForm((done) => done.reset());
  return (
    <Panel title={m.trigger}>
      <form
        noValidate
        className="grid gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending) void submit(event);
        }}
      >
        <RecoveryFields form={form} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={pending} className="max-sm:flex-1">
            {m.submit}
          </Button>
          <Button busy={pending} className="max-sm:flex-1" onClick={() => form.reset()}>
            {m.reset}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
