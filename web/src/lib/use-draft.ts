import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { keepDraft, takeDraft } from './draft-store.js';
import { currentSession } from './session.js';

/** Keeps `value` under `name` if what shows it is taken away because the session ran out. */
function useKept(name: string, value: () => unknown): void {
  const userId = useRef(currentSession().user?.id);
  const read = useRef(value);
  useEffect(() => {
    read.current = value;
  });
  useEffect(
    () => () => {
      if (currentSession().expired && userId.current) {
        keepDraft(name, { userId: userId.current, value: read.current() });
      }
    },
    [name],
  );
}

/** Gives a form back what was in it when the session ran out. */
export function useDraft<T extends FieldValues>(name: string, form: UseFormReturn<T>): void {
  const { getValues, reset } = form;
  useKept(name, getValues);
  useEffect(() => {
    const values = takeDraft<T>(name, currentSession().user?.id);
    if (values) reset(values, { keepDefaultValues: true });
  }, [name, reset]);
}

/** A state that is taken up again where it was when the session ran out. */
export function useKeptState<T>(name: string, initial: T): [T, (next: T) => void] {
  const [value, setValue] = useState<T>(
    () => takeDraft<T>(name, currentSession().user?.id) ?? initial,
  );
  useKept(name, () => value);
  return [value, setValue];
}
