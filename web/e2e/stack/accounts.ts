import { solve } from './captcha.js';

const { BASE_URL = '' } = process.env;

interface Captcha {
  captcha: { id: string; question: string; honeypotField: string };
}

async function captchaFields(): Promise<Record<string, string>> {
  const answer = await fetch(`${BASE_URL}/api/auth/captcha`);
  const { captcha } = (await answer.json()) as Captcha;
  return {
    captchaId: captcha.id,
    captchaAnswer: solve(captcha.question),
    [captcha.honeypotField]: '',
  };
}

async function tokenFrom(path: string, body: Record<string, string>): Promise<string> {
  const answer = await fetch(`${BASE_URL}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: BASE_URL },
    body: JSON.stringify({ ...body, ...(await captchaFields()) }),
  });
  const { data } = (await answer.json()) as { data?: { accessToken: string } };
  if (!data) throw new Error(`${path} answered ${answer.status}`);
  return data.accessToken;
}

/** A new customer's access token. */
export function newUser(): Promise<string> {
  const username = `matrix-${Date.now().toString(36)}`;
  const password = 'Kaca-Jendela-7!';
  const email = `${username}@example.com`;
  return tokenFrom('/auth/register', { username, email, password, confirmPassword: password });
}

/** The first administrator's access token. */
export function administrator(): Promise<string> {
  const { ADMIN_USERNAME = '', ADMIN_PASSWORD = '' } = process.env;
  return tokenFrom('/auth/login', { username: ADMIN_USERNAME, password: ADMIN_PASSWORD });
}
