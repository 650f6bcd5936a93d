import { render, screen } from '@testing-library/react';
import { create } from 'qrcode';
import { QrCode } from './qr-code.js';

describe(QrCode.name, () => {
  it('draws every dark module of the code and its quiet zone', () => {
    const text = 'rdp://full%20address=s:203.0.113.24:22&username=s:Administrator';
    render(<QrCode text={text} label="Code" style={{ width: 176 }} />);
    const svg = screen.getByRole('img', { name: 'Code' });
    const drawn = new Set(
      [
        ...svg
          .querySelector('path')!
          .getAttribute('d')!
          .matchAll(/M(\d+) (\d+)h/g),
      ].map(([, x, y]) => `${x} ${y}`),
    );
    const { modules } = create(text, { errorCorrectionLevel: 'M' });
    const dark: string[] = [];
    for (let y = 0; y < modules.size; y += 1)
      for (let x = 0; x < modules.size; x += 1) if (modules.get(y, x)) dark.push(`${x} ${y}`);
    expect([...drawn].sort()).toEqual(dark.sort());
    expect(svg).toHaveAttribute('viewBox', `-4 -4 ${modules.size + 8} ${modules.size + 8}`);
  });
});
