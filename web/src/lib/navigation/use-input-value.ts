import { useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';

/**
 * What stands in a field beside the value that its list asks for. Back and Forward bring the value of their entry; while
 * one types the field leads.
 */
export function useInputValue(value: string): [typed: string, setTyped: (typed: string) => void] {
  const [typed, setTyped] = useState(value);
  const led = useNavigationType() === NavigationType.Pop;
  const [settled, setSettled] = useState(value);
  if (settled !== value) {
    setSettled(value);
    if (led) setTyped(value);
  }
  return [typed, setTyped];
}
