/** One thing that a keyboard, a mouse or a finger does. Sent in the order given. */
export type Input =
  | { type: 'key'; scancode: number; down: boolean }
  /** A character, independent of the keyboard layout of Windows. */
  | { type: 'character'; character: string; down: boolean }
  /** Pixels of the desktop. */
  | { type: 'move'; x: number; y: number }
  /** As the DOM counts them: 0 left, 1 middle, 2 right, 3 back, 4 forward. */
  | { type: 'button'; button: number; down: boolean }
  /** Pixels, up and left positive. */
  | { type: 'wheel'; vertical: boolean; amount: number };

export const press = (...scancodes: number[]): Input[] => [
  ...scancodes.map((scancode): Input => ({ type: 'key', scancode, down: true })),
  ...scancodes.toReversed().map((scancode): Input => ({ type: 'key', scancode, down: false })),
];

/** Each character pressed and let go. */
export const type = (text: string): Input[] =>
  [...text].flatMap((character): Input[] => [
    { type: 'character', character, down: true },
    { type: 'character', character, down: false },
  ]);

export const click = (button: number): Input[] => [
  { type: 'button', button, down: true },
  { type: 'button', button, down: false },
];
