export interface Captcha {
  id: string;
  question: string;
  honeypotField: string;
}

/** Returns the form fields of an answered CAPTCHA. The default answer is the correct one. */
export function captchaFields(
  { id, question, honeypotField }: Captcha,
  answer = solveCaptcha(question),
): Record<string, string> {
  return { captchaId: id, captchaAnswer: answer, [honeypotField]: '' };
}

/** Answers a question of the CAPTCHA, such as `15 + 7 = ?`. */
export function solveCaptcha(question: string): string {
  const [, first, sign, second] = /(\d+) ([-+x]) (\d+)/.exec(question) ?? [];
  const [a, b] = [Number(first), Number(second)];
  if (sign === '+') return String(a + b);
  return String(sign === '-' ? a - b : a * b);
}
