import { MAX_SCRIPT_SIZE } from '@casement/proto/http/install/windows/script-limits.js';
import { KEYBOARDS, MORE_REGIONS } from '@casement/proto/http/install/windows-choices.js';
import type { VpsCheck } from '@casement/proto/http/install/vps-checks.js';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { focusBelowDialogs } from '@/components/ui/dialog/focus-return.js';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { FieldNote, TextField } from '@/components/ui/form/field.js';
import { SecretField } from '@/components/ui/form/secret-field.js';
import { SelectField } from '@/components/ui/form/select-field.js';
import { TextFileArea } from '@/components/ui/form/text-file-area.js';
import { Note } from '@/components/ui/note.js';
import { currentLanguage, t } from '@/messages/i18n.js';
import { windowsOptionsMessages } from '@/messages/install/windows-options.js';
import { scriptChoicesQuery, windowsOptionsOfferQuery } from '../api.js';
import type { WindowsOptionsForm } from '../windows-options.js';

type Options = [value: string, name: string][];

/** Fields of the Windows options. */
export default function WindowsFields({
  defaults,
  version,
  many,
  keepNetwork,
  editNetwork = 0,
}: {
  defaults?: VpsCheck['windows_defaults'];
  version?: string;
  many?: boolean;
  keepNetwork?: boolean;
  editNetwork?: number;
}) {
  const m = t(windowsOptionsMessages);
  const form = useFormContext<WindowsOptionsForm>();
  const keepId = useId();
  const errors = form.formState.errors.windows_options;
  const offerQuery = useQuery(windowsOptionsOfferQuery);
  const offer = offerQuery.data;
  const scriptsQuery = useQuery(scriptChoicesQuery);
  const { data: scripts = [] } = scriptsQuery;
  const scriptId = form.watch('windows_options.script_id');
  const address = offer?.your_address;
  const networks = form.watch('windows_options.networks');
  const offered = offer?.languages ?? {};
  const languages =
    version === undefined ? Object.values(offered).flat() : (offered[version] ?? []);
  const language = form.watch('windows_options.display_language');
  const { recovery = [] } = offer ?? {};
  const canKeep = version === undefined ? recovery.length > 0 : recovery.includes(version);
  // A choice that the version lacks stays visible, like the display language.
  const offersKeep = form.watch('windows_options.keep_recovery') || canKeep;
  const asInLinux = (value?: string | null): [string, string] => [
    '',
    value ? m.asInLinuxNow(value) : m.asInLinux,
  ];
  const text = { setValueAs: optionalText };
  const only = (networks: string[]) =>
    form.setValue('windows_options.networks', networks, {
      shouldDirty: true,
      shouldValidate: true,
    });
  useEffect(() => {
    const field = document.querySelector<HTMLElement>('[name="windows_options.dns"]');
    if (editNetwork > 0 && field) focusBelowDialogs(field);
  }, [editNetwork]);
  const layoutOf = (id?: string | null) => KEYBOARDS.find(([layout]) => layout === id)?.[1];
  const keyboard = layoutOf(defaults?.keyboard);
  const region = defaults?.region;

  return (
    <div className="grid grid-cols-1 gap-4 mt-3 pl-4 border-l">
      <p className="text-muted-foreground">{m.lead}</p>
      {!offer && offerQuery.isError && <QueryError query={offerQuery} title={m.offerFailed} />}
      <SelectField
        label={m.timeZone}
        error={errors?.time_zone?.message}
        options={[asInLinux(defaults?.time_zone), ...timeZones()]}
        {...form.register('windows_options.time_zone', text)}
      />
      <div className="grid sm:grid-cols-2 gap-4">
        <SelectField
          label={m.keyboard}
          help={m.keyboardHelp}
          error={errors?.keyboard?.message}
          options={[
            asInLinux(keyboard && nameOf(keyboard)),
            ...byName(KEYBOARDS.map(([id, tag]) => [id, nameOf(tag)])),
          ]}
          {...form.register('windows_options.keyboard', text)}
        />
        <SelectField
          label={m.region}
          error={errors?.region?.message}
          options={[asInLinux(region && nameOf(region)), ...regions()]}
          {...form.register('windows_options.region', text)}
        />
      </div>
      {(languages.length > 1 || language) && (
        <SelectField
          label={m.displayLanguage}
          error={errors?.display_language?.message}
          options={[
            ['', m.ownLanguage(version && languages[0] && nameOf(languages[0]))],
            // A language that the version lacks stays visible until another is chosen.
            ...byName(
              [...new Set([...languages, language ?? []].flat())].map((tag) => [tag, nameOf(tag)]),
            ),
          ]}
          {...form.register('windows_options.display_language', text)}
        />
      )}
      {!many && (
        <TextField
          label={m.computerName}
          error={errors?.computer_name?.message}
          mono
          autoComplete="off"
          placeholder={asInLinux(defaults?.computer_name)[1]}
          {...form.register('windows_options.computer_name', text)}
        />
      )}
      <fieldset>
        <legend className="label">{m.account}</legend>
        <div className="grid sm:grid-cols-2 gap-4">
          <TextField
            label={m.accountName}
            error={errors?.account_name?.message}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register('windows_options.account_name', text)}
          />
          <SelectField
            label={m.accountGroup}
            options={[
              ['users', m.users],
              ['administrators', m.administrators],
            ]}
            {...form.register('windows_options.account_group')}
          />
        </div>
        <div className="mt-4">
          <SecretField
            label={m.accountPassword}
            help={m.accountPasswordHelp}
            error={errors?.account_password?.message}
            autoComplete="new-password"
            {...form.register('windows_options.account_password', text)}
          />
        </div>
      </fieldset>
      <fieldset hidden={keepNetwork}>
        <legend className="label">{m.network}</legend>
        <p className="text-muted-foreground mb-2">{m.networkHelp}</p>
        <div className="grid sm:grid-cols-2 gap-4">
          <TextField
            label={m.dns}
            error={errors?.dns?.message}
            mono
            autoComplete="off"
            placeholder={m.asInLinux}
            {...form.register('windows_options.dns', { setValueAs: textList })}
          />
          <SelectField
            label={m.ipv6}
            error={errors?.ipv6?.message}
            options={[
              ['', m.ipv6AsInImage],
              ['true', m.on],
              ['false', m.off],
            ]}
            {...form.register('windows_options.ipv6', { setValueAs: optionalSwitch })}
          />
          {!many && (
            <>
              <TextField
                label={m.address}
                error={errors?.address?.message}
                mono
                autoComplete="off"
                placeholder="203.0.113.10/24"
                {...form.register('windows_options.address', text)}
              />
              <TextField
                label={m.gateway}
                error={errors?.gateway?.message}
                mono
                autoComplete="off"
                placeholder="203.0.113.1"
                {...form.register('windows_options.gateway', text)}
              />
            </>
          )}
        </div>
      </fieldset>
      <SecretField
        label={m.productKey}
        help={m.productKeyHelp}
        error={errors?.product_key?.message}
        autoComplete="off"
        {...form.register('windows_options.product_key', text)}
      />
      {!scriptsQuery.data && scriptsQuery.isError && (
        <QueryError query={scriptsQuery} title={m.scriptsFailed} />
      )}
      {scripts.length > 0 && (
        <SelectField
          label={m.script}
          help={scripts.find(({ id }) => id === scriptId)?.description}
          error={errors?.script_id?.message}
          options={[
            ['', m.scriptTyped],
            ...scripts.map(({ id, name, offered }): [string, string] => [
              id,
              offered ? m.scriptOffered(name) : name,
            ]),
          ]}
          {...form.register('windows_options.script_id', {
            setValueAs: optionalText,
            onChange: () => form.resetField('windows_options.script'),
          })}
        />
      )}
      {!scriptId && (
        <TextFileArea
          label={m.scriptText}
          help={m.scriptHelp}
          error={errors?.script?.message}
          mono
          fileLabel={m.scriptFile}
          maxBytes={MAX_SCRIPT_SIZE + 1}
          onFile={(script) =>
            form.setValue('windows_options.script', script, {
              shouldDirty: true,
              shouldValidate: true,
            })
          }
          {...form.register('windows_options.script', text)}
        />
      )}
      {offersKeep && (
        <div>
          <label className="flex items-start gap-2.5 pointer-coarse:min-h-11 cursor-pointer">
            <input
              type="checkbox"
              className="size-4 mt-0.5 accent-primary cursor-[inherit]"
              aria-invalid={errors?.keep_recovery ? true : undefined}
              aria-describedby={errors?.keep_recovery ? keepId : undefined}
              {...form.register('windows_options.keep_recovery')}
            />
            <span>
              {m.keepRecovery}
              <span className="block text-muted-foreground">{m.keepRecoveryHelp}</span>
            </span>
          </label>
          <FieldNote id={keepId} error={errors?.keep_recovery?.message} />
        </div>
      )}
      {offer && !offer.can_limit_networks ? (
        <p className="text-muted-foreground">{m.networksNotOffered}</p>
      ) : (
        <TextField
          label={m.networks}
          help={m.networksHelp}
          error={errors?.networks?.message}
          mono
          autoComplete="off"
          {...form.register('windows_options.networks', { setValueAs: textList })}
        />
      )}
      {offer?.can_limit_networks && address && (
        <button type="button" className="link w-fit" onClick={() => only([address])}>
          {m.onlyMe(address)}
        </button>
      )}
      {networks && networks.length > 0 && (
        <Note tone="warning" icon={TriangleAlert} alert>
          <p className="font-[500]">{m.lockOutTitle}</p>
          <p className="mt-1">{m.lockOut}</p>
          <p className="mt-1">{m.ownNetworks}</p>
        </Note>
      )}
    </div>
  );
}

const optionalText = (value: unknown): unknown => (value === '' ? undefined : value);

const optionalSwitch = (value: unknown): unknown =>
  value === '' ? undefined : typeof value === 'string' ? value === 'true' : value;

/** Returns the items of the field, whose value is a list after `setValue` and text after typing. */
function textList(value: string | string[] | undefined): string[] | undefined {
  const list = [value]
    .flat()
    .join(' ')
    .split(/[\s,]+/)
    .filter(Boolean);
  return list.length > 0 ? list : undefined;
}

/** Returns the language and country in the language of the page, such as “Indonesian (Indonesia)”. */
function nameOf(tag: string): string {
  const names = new Intl.DisplayNames(currentLanguage(), {
    type: 'language',
    languageDisplay: 'standard',
  });
  return names.of(tag) ?? tag;
}

const byName = (options: Options): Options =>
  options.sort(([, a], [, b]) => a.localeCompare(b, currentLanguage()));

const regions = (): Options =>
  byName([...KEYBOARDS.map(([, tag]) => tag), ...MORE_REGIONS].map((tag) => [tag, nameOf(tag)]));

/** Browsers leave out UTC. */
const timeZones = (): Options =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => [zone, zone]);
