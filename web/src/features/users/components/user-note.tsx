import type { AdminUser } from '@casement/proto/http/auth/users.js';
import { Button } from '@/components/ui/button.js';
import { TextArea } from '@/components/ui/form/text-area.js';
import { useDraftState } from '@/lib/form/use-draft.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { userActionMessages } from '@/messages/admin/users/user-actions.js';
import { useSetNote } from '../api.js';

/** Note of the administrators about a user. */
export function UserNote({ user: { id, note } }: { user: AdminUser }) {
  const { note: m } = t(userActionMessages);
  const save = useSetNote();
  const [typed, setTyped] = useDraftState(`user-note-${id}`, note ?? '');
  return (
    <form
      className="frame p-4 mb-4 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const sent = save.mutateAsync({ id, note: typed });
        void withToast(sent, { done: () => ({ title: m.saved }), failed: m.failed });
      }}
    >
      <TextArea
        label={m.label}
        help={m.help}
        maxLength={4_000}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button
        type="submit"
        size="sm"
        className="justify-self-start"
        busy={save.isPending}
        disabled={typed.trim() === (note ?? '')}
      >
        {m.save}
      </Button>
    </form>
  );
}
