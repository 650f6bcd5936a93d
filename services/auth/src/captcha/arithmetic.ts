import { randomInt } from 'node:crypto';

interface ArithmeticQuestion {
  /** For example `7 + 5 = ?`. */
  question: string;
  /** Non-negative integer, because the widget accepts digits only (SPEC §2). */
  answer: number;
}

/** Returns a small sum, difference or product. It only slows scripts down; the throttles are the defence. */
export function newArithmeticQuestion(random: typeof randomInt = randomInt): ArithmeticQuestion {
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
