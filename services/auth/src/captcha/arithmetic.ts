import { randomInt } from 'node:crypto';

export interface ArithmeticQuestion {
  /** As people read it, e.g. `7 + 5 = ?`. */
  question: string;
  /** Never negative and never a fraction: the widget accepts digits only (SPEC §2). */
  answer: number;
}

/** A small sum, difference or product. It is friction for scripts; the throttles are the defence. */
export function askArithmetic(random: typeof randomInt = randomInt): ArithmeticQuestion {
  const [a, b] = [random(1, 21), random(1, 10)];
  switch (random(0, 3)) {
    case 0:
      return { question: `${a} + ${b} = ?`, answer: a + b };
    case 1: {
      const [larger, smaller] = [Math.max(a, b), Math.min(a, b)];
      return { question: `${larger} - ${smaller} = ?`, answer: larger - smaller };
    }
    default:
      return { question: `${b} x ${(a % 9) + 1} = ?`, answer: b * ((a % 9) + 1) };
  }
}
