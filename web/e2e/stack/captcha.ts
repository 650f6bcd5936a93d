/** Answers the CAPTCHA's arithmetic question, such as `15 + 7 = ?`. */
export function solve(question: string): string {
  const match = /(\d+)\s*([+\-−×x*])\s*(\d+)/.exec(question);
  if (!match) throw new Error(`not a question: ${question}`);
  const [a, b] = [Number(match[1]), Number(match[3])];
  if (match[2] === '+') return String(a + b);
  return String(match[2] === '-' || match[2] === '−' ? a - b : a * b);
}
