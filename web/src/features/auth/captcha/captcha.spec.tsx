import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { call } from '@/lib/api/api-client.js';
import { ok, refuse } from '@/testing/responses.js';
import { makeCaptcha } from '@/testing/factories/factories.js';
import { findToast, openSite } from '@/testing/render.js';
import { server } from '@/testing/server.js';

jest.mock('@/lib/api/api-client.js', () => {
  const actual = jest.requireActual<Record<string, unknown>>('@/lib/api/api-client.js');
  return { ...actual, call: jest.fn(actual.call as typeof call) };
});

const answerWith = (resolver: () => Response) =>
  server.use(http.get('/api/auth/captcha/generate', resolver));

describe('CAPTCHA', () => {
  it('§2 accepts digits only', async () => {
    const user = await openSite('/login');
    await screen.findByText('7 + 12 = ?');
    await user.type(screen.getByPlaceholderText('Answer'), '1a9-');
    expect(screen.getByPlaceholderText('Answer')).toHaveValue('19');
  });

  it.each([
    [
      'HTTP 429',
      () => refuse(429),
      'Too many requests. Please wait before requesting a new CAPTCHA.',
    ],
    [
      'CAPTCHA_GENERATION_RATE_LIMIT',
      () => refuse(400, { code: 'CAPTCHA_GENERATION_RATE_LIMIT' }),
      'Too many requests. Please wait before requesting a new CAPTCHA.',
    ],
    ['any other failure', () => refuse(500), 'Failed to generate CAPTCHA'],
    ['no response', () => HttpResponse.error(), 'Failed to generate CAPTCHA'],
    ['a malformed response', () => ok({ captcha: { id: '1' } }), 'Invalid CAPTCHA response'],
  ])('§8 shows an error for: %s', async (_, resolver, text) => {
    answerWith(resolver);
    await openSite('/login');
    expect(await findToast('CAPTCHA Error')).toHaveTextContent(text);
    expect(screen.getByText('Failed to load CAPTCHA')).toBeVisible();
    expect(screen.getByText('Gagal memuat CAPTCHA. Silakan coba lagi.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  });

  it('§8 shows a fallback message for an error outside of a call', async () => {
    jest.mocked(call).mockRejectedValueOnce(new TypeError());
    await openSite('/login');
    expect(await findToast('CAPTCHA Error')).toHaveTextContent(
      'Failed to load CAPTCHA. Please refresh the page.',
    );
  });

  it('§2 reloads by Retry', async () => {
    answerWith(() => refuse(500));
    const user = await openSite('/login');
    await screen.findByText('Failed to load CAPTCHA');
    answerWith(() => ok({ captcha: makeCaptcha() }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('7 + 12 = ?')).toBeVisible();
    expect(screen.queryByText('Failed to load CAPTCHA')).not.toBeInTheDocument();
    expect(document.activeElement).toHaveAttribute('inputmode', 'numeric');
  });

  it('§8, §9 can be refreshed manually every 3 s', async () => {
    jest.useFakeTimers();
    let questions = 0;
    answerWith(() => {
      questions += 1;
      const captcha = { id: `${questions}`, question: `${questions} + 0 = ?`, honeypotField: 'x' };
      return ok({ captcha });
    });
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    await openSite('/login', { user });
    const refresh = () => user.click(screen.getByRole('button', { name: 'Refresh CAPTCHA' }));
    await screen.findByText('1 + 0 = ?');
    await refresh();
    expect(await screen.findByText('2 + 0 = ?')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    await refresh();
    expect(await findToast('Please wait')).toHaveTextContent(
      'You can refresh CAPTCHA again in 2 seconds.',
    );
    expect(questions).toBe(2);
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    await refresh();
    expect(await screen.findByText('3 + 0 = ?')).toBeVisible();
  });
});
