import { click, type Input } from './input.js';

export interface Point {
  x: number;
  y: number;
}

/** Touches longer than this press the right button. */
export const LONG_PRESS_MS = 500;
/** Tolerated finger movement in page pixels. */
const MOVE_TOLERANCE = 10;

type Gesture =
  | { name: 'none' }
  /** A single finger, gesture undecided. */
  | { name: 'touched'; at: Point; timer: ReturnType<typeof setTimeout> }
  | { name: 'dragging' }
  /** Two fingers; `at` is their midpoint. */
  | { name: 'scrolling'; at: Point }
  /** Ignores touches until the last finger is lifted. */
  | { name: 'over' };

/**
 * Touch gestures: a tap clicks, a long press is the right button, one moving finger drags, two fingers scroll. Points
 * are page coordinates; `toDesktop` converts them.
 */
export class TouchGestures {
  private readonly fingers = new Map<number, Point>();
  private gesture: Gesture = { name: 'none' };

  constructor(
    private readonly send: (inputs: Input[]) => void,
    private readonly toDesktop: (point: Point) => Point,
  ) {}

  down(finger: number, point: Point): void {
    this.fingers.set(finger, point);
    if (this.fingers.size === 1) {
      const timer = setTimeout(() => this.longPress(point), LONG_PRESS_MS);
      this.become({ name: 'touched', at: point, timer });
    } else if (this.gesture.name === 'touched') {
      this.send([this.moveTo(this.middle())]);
      this.become({ name: 'scrolling', at: this.middle() });
    }
  }

  move(finger: number, point: Point): void {
    if (!this.fingers.has(finger)) return;
    this.fingers.set(finger, point);
    const { gesture } = this;
    if (gesture.name === 'touched' && distance(gesture.at, point) > MOVE_TOLERANCE) {
      this.become({ name: 'dragging' });
      this.send([this.moveTo(gesture.at), { type: 'button', button: 0, down: true }]);
    }
    if (this.gesture.name === 'dragging') this.send([this.moveTo(point)]);
    if (gesture.name === 'scrolling') this.scroll(gesture.at);
  }

  up(finger: number): void {
    const point = this.fingers.get(finger);
    if (!point) return;
    this.fingers.delete(finger);
    const { gesture } = this;
    if (gesture.name === 'touched') this.send([this.moveTo(gesture.at), ...click(0)]);
    if (gesture.name === 'dragging') this.send([{ type: 'button', button: 0, down: false }]);
    this.become({ name: this.fingers.size === 0 ? 'none' : 'over' });
  }

  /** Handles touches cancelled by the browser, or a closed desktop. */
  cancel(): void {
    if (this.gesture.name === 'dragging') this.send([{ type: 'button', button: 0, down: false }]);
    this.fingers.clear();
    this.become({ name: 'none' });
  }

  private longPress(point: Point): void {
    this.become({ name: 'over' });
    this.send([this.moveTo(point), ...click(2)]);
  }

  /** The content follows the fingers. */
  private scroll(before: Point): void {
    const at = this.middle();
    const moveInputs: Input[] = [
      { type: 'wheel', vertical: true, amount: at.y - before.y },
      { type: 'wheel', vertical: false, amount: before.x - at.x },
    ];
    const inputs = moveInputs.filter(
      (input) => input.type === 'wheel' && Math.abs(input.amount) >= 1,
    );
    if (inputs.length === 0) return;
    this.send(inputs);
    this.become({ name: 'scrolling', at });
  }

  private middle(): Point {
    const points = [...this.fingers.values()];
    const mean = (values: number[]) =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    return { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) };
  }

  private moveTo(point: Point): Input {
    return { type: 'move', ...this.toDesktop(point) };
  }

  private become(gesture: Gesture): void {
    if (this.gesture.name === 'touched') clearTimeout(this.gesture.timer);
    this.gesture = gesture;
  }
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
