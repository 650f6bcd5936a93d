import { useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';

/**
 * Text in a field, separate from the value that its list uses. Back and Forward restore the value of their entry;
 * while typing, the field takes precedence. A field whose text has settled follows a reset.
 */
export function useInputValue(value: string): [typed: string, setTyped: (typed: string) => void] {
  const [typed, setTyped] = useState(value);
  const led = useNavigationType() === NavigationType.Pop;
  const [debounced, setSettled] = useState(value);
  if (debounced !== value) {
    setSettled(value);
    if (led || typed === debounced) setTyped(value);
  }
  return [typed, setTyped];
}
