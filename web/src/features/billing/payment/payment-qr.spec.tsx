import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { detectPlatform } from '@/lib/platform.js';
import { savedFiles } from '@/testing/saved-files.js';
import { PaymentQr } from './payment-qr.js';

const TEXT = '00020101021226SANDBOXT15204000053033605802ID54227325';
const URL = 'https://gateway.example/qr/T1';

jest.mock('@/lib/platform.js', () => ({ detectPlatform: jest.fn() }));
jest.mock('qrcode', () => ({
  ...jest.requireActual<object>('qrcode'),
  // jsdom has no canvas.
  toCanvas: (text: string) =>
    Promise.resolve({ toBlob: (done: (blob: Blob) => void) => done(new Blob([`png of ${text}`])) }),
}));

const open = (text: string | null) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PaymentQr text={text} url={URL} reference="T1" />
    </QueryClientProvider>,
  );
};

describe(PaymentQr.name, () => {
  const saved = savedFiles();
  beforeEach(() => {
    jest.mocked(detectPlatform).mockReturnValue('android');
  });

  it('draws the code from its content instead of loading the image of the provider', async () => {
    open(TEXT);
    const code = await screen.findByRole('img', { name: 'QR code of payment T1' });
    expect(code.tagName).toBe('svg');
    expect(code).toHaveStyle({ width: '304px', height: '304px' });
  });

  it('shows the image of an order without content and offers no Save', () => {
    open(null);
    expect(screen.getByRole('img')).toHaveAttribute('src', URL);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('saves the code as an image named by the reference', async () => {
    open(TEXT);
    await userEvent.click(await screen.findByRole('button', { name: 'Save QR image' }));
    expect(saved.names()).toEqual(['QRIS-T1.png']);
  });

  it('opens the share sheet on iOS, which saves into the photo library', async () => {
    jest.mocked(detectPlatform).mockReturnValue('ios');
    const share = jest.fn((_: ShareData) => Promise.resolve());
    Object.assign(navigator, { canShare: () => true, share });
    open(TEXT);
    await userEvent.click(await screen.findByRole('button', { name: 'Save QR image' }));
    expect(share.mock.calls[0]![0].files![0]).toMatchObject({
      name: 'QRIS-T1.png',
      type: 'image/png',
    });
    expect(saved.names()).toEqual([]);
  });
});
