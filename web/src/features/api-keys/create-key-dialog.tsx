import type {
  ApiKeyScope,
  CreateApiKeyRequest,
  CreatedApiKey,
} from '@casement/proto/http/auth/api-keys.js';
import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { FieldNote, TextField } from '@/components/ui/form/field.js';
import { SelectField } from '@/components/ui/form/select-field.js';
import { TextArea } from '@/components/ui/form/text-area.js';
import { schemaResolver } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { t } from '@/messages/i18n.js';
import { toastFailure, toastInvalid } from '@/lib/toast/toast-failure.js';
import { apiKeysMessages } from '@/messages/account/api-keys.js';
import { useCreateApiKey } from './api.js';

interface Values {
  name: string;
  scopes: ApiKeyScope[];
  /** Networks, separated by spaces, commas or line breaks. */
  networks: string;
  expires_in_days: '30' | '90' | '365' | 'never';
}

/** Checked by name because the schemas load only with the first validation. */
const isAdminScope = (scope: ApiKeyScope): boolean => scope.startsWith('admin:');

const toRequest = ({ name, scopes, networks, expires_in_days }: Values): CreateApiKeyRequest => ({
  name,
  scopes,
  networks: networks.split(/[\s,]+/).filter((line) => line !== ''),
  expires_in_days: expires_in_days === 'never' ? null : Number(expires_in_days),
});

const resolver = schemaResolver<Values>(async () => {
  const { createApiKeyRequest } = await loadSchemas(
    () => import('@casement/proto/http/auth/api-keys.js'),
  );
  return { safeParse: (values) => createApiKeyRequest.safeParse(toRequest(values as Values)) };
});

/**
 * @param admin offers administrator scopes
 * @param onCreated receives the key, which is shown once
 */
export default function CreateKeyDialog({
  admin,
  onCreated,
  onClose,
}: {
  admin: boolean;
  onCreated: (key: CreatedApiKey) => void;
  onClose: () => void;
}) {
  const m = t(apiKeysMessages);
  const scopesId = useId();
  const create = useCreateApiKey();
  const form = useForm<Values>({
    resolver,
    mode: 'onTouched',
    defaultValues: { name: '', scopes: [], networks: '', expires_in_days: '90' },
  });
  const { errors, isSubmitting } = form.formState;
  const isAdmins = useWatch({ control: form.control, name: 'scopes' }).some(isAdminScope);
  const offered = (Object.keys(m.scopeNames) as ApiKeyScope[]).filter(
    (scope) => admin || !isAdminScope(scope),
  );

  const submit = async (values: Values) => {
    try {
      onCreated(await create.mutateAsync(toRequest(values)));
    } catch (error) {
      toastFailure(m.createFailed, error);
    }
  };
  return (
    <FormDialog
      title={m.create}
      description={m.createLead}
      width={480}
      submit={m.create}
      pending={isSubmitting}
      onSubmit={form.handleSubmit(submit, toastInvalid)}
      onClose={onClose}
    >
      <TextField
        label={m.name}
        help={m.nameHelp}
        error={errors.name?.message}
        autoComplete="off"
        maxLength={60}
        {...form.register('name')}
      />
      <fieldset
        aria-describedby={errors.scopes ? scopesId : undefined}
        aria-invalid={errors.scopes ? true : undefined}
      >
        <legend className="label">{m.scopes}</legend>
        {offered.map((scope) => (
          <label
            key={scope}
            className="flex items-center gap-2.5 py-1 pointer-coarse:min-h-11 cursor-pointer"
          >
            <input
              type="checkbox"
              className="size-4 accent-primary cursor-[inherit]"
              value={scope}
              {...form.register('scopes')}
            />
            <span className="flex-1 min-w-0">{m.scopeNames[scope]}</span>
            <code className="mono text-xs text-muted-foreground">{scope}</code>
          </label>
        ))}
        <FieldNote id={scopesId} error={errors.scopes?.message} />
      </fieldset>
      <TextArea
        label={isAdmins ? m.adminNetworks : m.networks}
        help={isAdmins ? m.adminNetworksHelp : m.networksHelp}
        error={errors.networks?.message}
        spellCheck={false}
        autoComplete="off"
        {...form.register('networks')}
      />
      <SelectField
        label={m.expiry}
        help={isAdmins ? m.adminExpiryHelp : undefined}
        error={errors.expires_in_days?.message}
        options={Object.entries(m.expiries)}
        {...form.register('expires_in_days')}
      />
    </FormDialog>
  );
}
