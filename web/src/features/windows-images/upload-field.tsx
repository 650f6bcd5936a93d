import type {
  ImageUpload,
  UploadKind,
} from '@casement/proto/http/install/windows/image-uploads.js';
import { useQuery } from '@tanstack/react-query';
import { CircleX, Info, Loader } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Button } from '@/components/ui/button.js';
import { Field } from '@/components/ui/form/field.js';
import { SelectField } from '@/components/ui/form/select-field.js';
import { Note } from '@/components/ui/note.js';
import { formatSize } from '@/lib/format/format-size.js';
import { formatPercent, formatBytesWritten } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { failureText } from '@/lib/installs/failure-text.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { imageUploadMessages } from '@/messages/admin/windows/image-uploads.js';
import { imageUploadsQuery, useRemoveUpload } from './api.js';
import { useUpload, type Sending } from './use-upload.js';

/**
 * Selection among the uploads of a kind, with a button to upload another file. `value` is the id of an upload, or
 * empty.
 */
export function UploadField({
  kind,
  value,
  error,
  onChange,
}: {
  kind: UploadKind;
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
}) {
  const m = t(imageUploadMessages);
  const { data, isError, isPending } = useQuery(imageUploadsQuery);
  const uploads = (data ?? []).filter((existing) => existing.kind === kind);
  const chosen = uploads.find(({ id }) => id === value);
  const { sending, send, pause, forget } = useUpload(kind, onChange);
  const choose = (file: File | undefined) => file && send(file);
  return (
    <div className="grid gap-3">
      <SelectField
        label={m.kinds[kind]}
        help={isError ? m.listFailed : m.kindHelp[kind]}
        error={error}
        value={chosen ? value : ''}
        onChange={({ target }) => onChange(target.value)}
        options={[
          ['', isPending ? m.loading : uploads.length > 0 ? m.choose : m.none],
          ...uploads.map((existing): [string, string] => [
            existing.id,
            m.option(existing.name, formatSize(existing.size), m.statuses[existing.status]),
          ]),
        ]}
      />
      {sending ? (
        <Progress
          sending={sending}
          onPause={pause}
          onResume={() => send(sending.file)}
          onForget={forget}
        />
      ) : (
        <Field label={m.send[kind]} help={m.sendHelp}>
          {(ids) => (
            <input
              {...ids}
              type="file"
              className="file-input"
              onChange={({ target }) => choose(target.files?.[0])}
            />
          )}
        </Field>
      )}
      {chosen && !sending && <State upload={chosen} onRemoved={() => onChange('')} />}
    </div>
  );
}

function Progress({
  sending: { file, sent, state, error },
  onPause,
  onResume,
  onForget,
}: {
  sending: Sending;
  onPause: () => void;
  onResume: () => void;
  onForget: () => void;
}) {
  const m = t(imageUploadMessages);
  const percent = (sent / file.size) * 100;
  const isSending = state === 'sending';
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-3">
        <p className="flex-1 min-w-0 text-sm wrap-anywhere" aria-live="polite">
          {isSending ? m.sending(file.name) : m.paused(file.name)}
        </p>
        <Button size="sm" onClick={isSending ? onPause : onResume}>
          {isSending ? m.pause : m.resume}
        </Button>
        {!isSending && (
          <Button size="sm" variant="ghost" onClick={onForget}>
            {m.another}
          </Button>
        )}
      </div>
      <div
        className="pane now"
        role="progressbar"
        aria-label={m.sending(file.name)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(percent)}
        style={{ '--p': `${percent}%`, height: 12 } as CSSProperties}
      >
        <i />
      </div>
      <p className="num text-sm">
        {formatPercent(percent)} · {formatBytesWritten(sent, file.size)}
      </p>
      {error && (
        <Note tone="danger" icon={CircleX} alert>
          {error}
        </Note>
      )}
    </div>
  );
}

/** State of the selected upload; empty once it is ready. */
function State({ upload, onRemoved }: { upload: ImageUpload; onRemoved: () => void }) {
  const m = t(imageUploadMessages);
  const remove = useRemoveUpload();
  const { status, name, received, size } = upload;
  const failure = upload.failure && failureText(upload.failure);
  const drop = async () => {
    const done = () => ({ title: m.removedToast });
    if (await withToast(remove.mutateAsync(upload), { done, failed: m.removeFailed })) onRemoved();
  };
  const notes = {
    uploading: m.unfinished(formatBytesWritten(received, size)),
    checking: m.checking,
    ready: '',
    failed: failure ? `${failure.message} ${failure.cure}` : '',
  };
  const progressText = {
    uploading: { tone: 'info', icon: Info },
    checking: { tone: 'info', icon: Loader },
    ready: { tone: 'info', icon: Info },
    failed: { tone: 'danger', icon: CircleX },
  } as const;
  return (
    <div className="grid gap-2">
      {notes[status] && (
        <Note {...progressText[status]} spin={status === 'checking'}>
          {notes[status]}
        </Note>
      )}
      <Button
        size="sm"
        variant="ghost"
        className="justify-self-start"
        busy={remove.isPending}
        onClick={() => void drop()}
      >
        {m.remove(name)}
      </Button>
    </div>
  );
}
