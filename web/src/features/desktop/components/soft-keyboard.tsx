import { Keyboard } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button.js';
import { t } from '@/messages/i18n.js';
import { desktopMessages } from '@/messages/install/desktop.js';
import type { Desktop } from '../engine/iron.js';
import { keyInput } from '../engine/keyboard.js';
import { softKeyInput } from '../engine/soft-keyboard.js';
import { listen } from '../listen.js';

/** Content of the hidden input. Phones report Backspace only if there is text to delete. */
const PLACEHOLDER = ' ';

/** On touch screens: opens the on-screen keyboard and sends its text to Windows. */
export function SoftKeyboard({ desktop }: { desktop: Desktop | null }) {
  const { bar: m } = t(desktopMessages);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const area = field.current;
    if (!area || !desktop) return;
    const onInput = (event: Event) => {
      const { inputType, data, isComposing } = event as InputEvent;
      // The composed text arrives complete at the end of the composition.
      if (isComposing && inputType === 'insertCompositionText') return;
      desktop.send(softKeyInput(inputType, data));
      area.value = PLACEHOLDER;
    };
    const onComposed = ({ data }: CompositionEvent) => {
      desktop.send(softKeyInput('insertText', data));
      area.value = PLACEHOLDER;
    };
    // Sends keys that do not change the text of the field, such as arrows and shortcuts of a hardware keyboard.
    const onKey = (event: KeyboardEvent) => {
      if (event.key.length === 1 && !event.ctrlKey && !event.altKey) return;
      if (['Backspace', 'Enter', 'Tab', 'Unidentified', 'Process'].includes(event.key)) return;
      event.preventDefault();
      desktop.send(keyInput(event, 'keys'));
    };
    return listen(area, {
      input: onInput,
      compositionend: onComposed,
      keydown: onKey,
      keyup: onKey,
    });
  }, [desktop]);
  return (
    <span className="desktop-touch">
      <Button
        variant="ghost"
        size="sm"
        icon
        aria-label={m.keyboard}
        title={m.keyboard}
        disabled={!desktop}
        onClick={() => {
          field.current!.value = PLACEHOLDER;
          field.current!.focus();
        }}
      >
        <Keyboard className="ic ic-sm" />
      </Button>
      <textarea
        ref={field}
        className="desktop-field"
        aria-label={m.keyboardField}
        tabIndex={-1}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        defaultValue={PLACEHOLDER}
      />
    </span>
  );
}
