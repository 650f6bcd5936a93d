import { MAX_BATCH_ROWS } from '@casement/proto/http/install/batches/batch-limits.js';
import type { BatchRequest } from '@casement/proto/http/install/batches/batches.js';
import type { WindowsVersion } from '@casement/proto/http/install/windows/windows-versions.js';
import { ArrowLeft } from 'lucide-react';
import { useRef, useState, type ChangeEvent, type ComponentType, type FormEvent } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button.js';
import { SecretField } from '@/components/ui/form/secret-field.js';
import { SelectField } from '@/components/ui/form/select-field.js';
import { TextArea } from '@/components/ui/form/text-area.js';
import { t } from '@/messages/i18n.js';
import { schemaResolver } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { toast } from '@/lib/toast/toast.js';
import { batchesMessages } from '@/messages/install/batches.js';
import { useCreateBatch } from './api.js';
import { BatchPreview } from './batch-preview.js';
import type { Machine } from './machine-list.js';

/** Fits 200 lines of the longest values. */
const READ_BYTES = 300_000;

/** Held only in component state because a list contains passwords, which must not be in the history or storage. */
const EMPTY = { text: '', win_ver: '', passwd_rdp: '', ssh_key: '', ssh_passphrase: '' };

type Options = Pick<BatchRequest, 'windows_options'>;

/** Fields for Windows options of the surrounding form. They belong to another feature. */
export interface BatchOptions {
  Fields: ComponentType<{ many: boolean }>;
  /** Returns the options to send. */
  valuesOf: (values: Options) => Options;
}

const resolver = schemaResolver<Options>(async () => {
  const { batchRequest } = await loadSchemas(
    () => import('@casement/proto/http/install/batches/batches.js'),
  );
  return batchRequest.pick({ windows_options: true });
});

/** Form for a new batch: a list, its preview, and then the check. No data is sent before the preview. */
export function NewBatch({
  versions,
  options,
  onBack,
  onCreated,
}: {
  versions: readonly WindowsVersion[];
  options: BatchOptions;
  onBack: () => void;
  onCreated: (id: string) => void;
}) {
  const { form: m, all, create: title } = t(batchesMessages);
  const create = useCreateBatch();
  const form = useForm<Options>({ resolver, mode: 'onChange' });
  const file = useRef<HTMLInputElement>(null);
  const [values, setValues] = useState(EMPTY);
  const [machines, setMachines] = useState<Machine[] | null>(null);
  const [wrong, setWrong] = useState<string>();

  const change = (set: Partial<typeof EMPTY>) => {
    setValues((before) => ({ ...before, ...set }));
    setMachines(null);
    setWrong(undefined);
  };
  const field = (name: keyof typeof EMPTY) => ({
    value: values[name],
    onChange: ({
      target,
    }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      change({ [name]: target.value }),
    autoComplete: 'off',
  });
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0];
    try {
      if (chosen) change({ text: await chosen.slice(0, READ_BYTES).text() });
    } catch {
      toast({ title: m.fileFailed, tone: 'destructive' });
    }
    // Allows selecting the same file again.
    target.value = '';
  };
  const preview = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await form.trigger())) return;
    try {
      const { readMachines } = await import('./machine-list.js');
      const { text, win_ver, passwd_rdp, ssh_key } = values;
      const read = readMachines(text, { win_ver, passwd_rdp }, ssh_key.trim() !== '');
      if (read.length === 0) setWrong(m.nothing);
      else if (read.length > MAX_BATCH_ROWS) setWrong(m.tooMany(read.length));
      else setMachines(read);
    } catch (error) {
      toastFailure(m.sendFailed, error);
    }
  };
  const send = async (good: Machine[]) => {
    const { ssh_key, ssh_passphrase } = values;
    try {
      const { id } = await create.mutateAsync({
        rows: good.map(({ request }) => request),
        ...(ssh_key.trim() && { ssh_key, ssh_passphrase }),
        ...options.valuesOf(form.getValues()),
      });
      toast({ title: m.sent, tone: 'success' });
      onCreated(id);
    } catch (error) {
      toastFailure(m.sendFailed, error);
    }
  };
  const offered = versions.filter(({ available }) => available);

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-xl flex-1">{title}</h2>
        <Button size="sm" onClick={onBack}>
          <ArrowLeft className="ic ic-sm" />
          {all}
        </Button>
      </div>
      <form noValidate className="frame grid gap-4 p-4" onSubmit={(event) => void preview(event)}>
        <TextArea
          label={m.list}
          help={m.listHelp}
          error={wrong}
          rows={8}
          autoFocus
          spellCheck={false}
          autoCapitalize="none"
          placeholder={'203.0.113.24,root-password\n203.0.113.25,root-password'}
          aside={
            <button
              type="button"
              className="link text-sm mb-1.5"
              onClick={() => file.current?.click()}
            >
              {m.file}
            </button>
          }
          {...field('text')}
        />
        <input
          ref={file}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          hidden
          aria-label={m.file}
          onChange={(event) => void readFile(event)}
        />
        <fieldset>
          <legend className="label">{m.defaults}</legend>
          <div className="grid sm:grid-cols-2 gap-4">
            <SelectField
              label={m.version}
              options={[
                ['', m.noVersion],
                ...offered.map(({ slug, name }) => [slug, name] as [string, string]),
              ]}
              {...field('win_ver')}
            />
            <SecretField label={m.rdp} {...field('passwd_rdp')} autoComplete="new-password" />
          </div>
        </fieldset>
        <details className="text-sm">
          <summary className="link w-fit">{m.keyTitle}</summary>
          <div className="grid grid-cols-1 gap-4 mt-3 pl-4 border-l">
            <TextArea
              label={m.key}
              help={m.keyHelp}
              spellCheck={false}
              autoCapitalize="none"
              placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
              {...field('ssh_key')}
            />
            <SecretField label={m.passphrase} {...field('ssh_passphrase')} />
          </div>
        </details>
        <FormProvider {...form}>
          <options.Fields many />
        </FormProvider>
        <p className="text-sm text-muted-foreground">{m.kept}</p>
        <Button type="submit" variant={machines ? 'outline' : 'primary'}>
          {m.preview}
        </Button>
      </form>
      {machines && (
        <BatchPreview
          machines={machines}
          pending={create.isPending}
          onSend={(good) => void send(good)}
        />
      )}
    </div>
  );
}
