import { useRef, useState } from 'react';
import { TextField } from '@/components/ui/form/field.js';
import { t } from '@/messages/i18n.js';
import { vpsCheckMessages } from '@/messages/install/vps-check.js';

/** Field for the last number of a VPS address, as a safeguard against erasing the wrong VPS. */
export function useLastNumber(ip: string) {
  const { erase: m } = t(vpsCheckMessages);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const lastOctetIndex = ip.lastIndexOf('.') + 1;
  /** Returns whether the number is right; otherwise shows the error. */
  const confirm = (): boolean => {
    if (typed.trim() === ip.slice(lastOctetIndex)) return true;
    setWrong(true);
    input.current?.focus();
    return false;
  };
  const field = (
    <TextField
      ref={input}
      label={m.number(ip.slice(0, lastOctetIndex))}
      error={wrong ? m.numberWrong(ip) : undefined}
      mono
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        setWrong(false);
      }}
    />
  );
  return { confirm, field };
}
