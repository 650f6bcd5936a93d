import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form';
import { currentSession } from '@/lib/session/session.js';
import { saveDraft, storedDrafts, takeDraft } from '../session/draft-store.js';

/** Visitors have drafts too, for example of a registration. */
const ownerOf = ({ user }: ReturnType<typeof currentSession>) => user?.id ?? '';

interface Options {
  /** The form is in a dialog, so its draft is dropped when the dialog closes. */
  closes?: boolean;
}

/**
 * Restores form input: only `storedFields` after a reload or a section change, all fields after a new sign-in that
 * follows an expired session.
 *
 * @param storedFields never a password, key, passphrase, code, product key or script, because it is written to
 * sessionStorage
 * @returns a function that drops the draft, for a form that stays after submitting
 */
export function useDraft<T extends FieldValues>(
  name: string,
  form: UseFormReturn<T>,
  storedFields: readonly FieldPath<T>[],
  { closes = false }: Options = {},
): () => void {
  const { getValues, setValue, reset, subscribe } = form;
  const [owner] = useState(() => ownerOf(currentSession()));
  const [fields] = useState(storedFields);
  const defaults = useRef(form.formState.defaultValues);
  useEffect(() => {
    defaults.current = form.formState.defaultValues;
  });

  useEffect(() => {
    const values = takeDraft<T>(name, owner);
    if (values) return reset(values, { keepDefaultValues: true });
    const stored = storedDrafts.get<Record<string, PathValue<T, FieldPath<T>>>>(name, owner) ?? {};
    for (const field of fields) {
      const value = stored[field];
      if (value !== undefined) setValue(field, value, { shouldDirty: true });
    }
  }, [name, owner, fields, reset, setValue]);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const typed = fields.filter((field) => values[field] !== defaults.current?.[field]);
          if (typed.length === 0) return storedDrafts.remove(name);
          const value = Object.fromEntries(typed.map((field) => [field, values[field]]));
          storedDrafts.set(name, { userId: owner, value });
        },
      }),
    [name, owner, fields, subscribe],
  );

  useEffect(
    () => () => {
      if (currentSession().expired && owner) saveDraft(name, { userId: owner, value: getValues() });
      else if (closes) storedDrafts.remove(name);
    },
    [name, owner, getValues, closes],
  );
  return useCallback(() => storedDrafts.remove(name), [name]);
}

/** Draft of a value outside of a form. It is dropped with the dialog that contains it. */
export function useDraftState<T>(name: string, initial: T): [T, (next: T) => void] {
  const [owner] = useState(() => ownerOf(currentSession()));
  const [value, setValue] = useState(() => storedDrafts.get<T>(name, owner) ?? initial);
  useEffect(
    () => () => {
      if (!currentSession().expired) storedDrafts.remove(name);
    },
    [name],
  );
  const set = useCallback(
    (next: T) => {
      setValue(next);
      storedDrafts.set(name, { userId: owner, value: next });
    },
    [name, owner],
  );
  return [value, set];
}
