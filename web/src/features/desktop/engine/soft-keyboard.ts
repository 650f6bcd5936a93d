import { press, type, type Input } from './input.js';
import { KEYS } from './scancodes.js';

/** Converts an InputEvent from a phone's keyboard into input. Its keys have no codes. */
export function softKeyInput(inputType: string, data: string | null): Input[] {
  if (inputType === 'deleteContentBackward') return press(KEYS.backspace);
  if (inputType === 'insertLineBreak' || inputType === 'insertParagraph') return press(KEYS.enter);
  return (data ?? '')
    .split(/(\n)/)
    .flatMap((part) => (part === '\n' ? press(KEYS.enter) : type(part)));
}
