import { newArithmeticQuestion } from './arithmetic.js';

const OPERATIONS: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  x: (a, b) => a * b,
};

describe(newArithmeticQuestion.name, () => {
  it('§3 returns a question whose answer is a non-negative integer', () => {
    const seen = new Set<string>();
    for (let i = 0; i < 2_000; i++) {
      const { question, answer } = newArithmeticQuestion();
      const [, a, operator, b] = /^(\d+) ([+x-]) (\d+) = \?$/.exec(question) ?? [];
      expect(answer).toBe(OPERATIONS[operator ?? '']?.(Number(a), Number(b)));
      expect(String(answer)).toMatch(/^\d+$/);
      seen.add(operator ?? '');
    }
    expect([...seen].sort()).toEqual(['+', '-', 'x']);
  });
});
