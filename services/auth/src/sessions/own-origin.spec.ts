import { isOwnOrigin } from './own-origin.js';

describe(isOwnOrigin.name, () => {
  it.each([
    ['https://casement.example', 'https://casement.example', true],
    ['https://casement.example/', 'https://casement.example', true],
    ['https://casement.example', 'http://casement.example', false],
    ['https://casement.example', 'https://casement.example.evil.test', false],
    ['https://casement.example', 'https://evil.test', false],
    ['https://casement.example', 'null', false],
    ['https://casement.example', '', false],
    ['https://casement.example', undefined, false],
    ['https://casement.example', 'http://localhost', false],
    ['http://localhost:8080', 'http://localhost:8080', true],
    ['http://localhost:8080', 'http://127.0.0.1:8080', true],
    ['http://localhost:8080', 'http://127.0.0.1:9999', false],
    ['http://localhost:8080', 'http://evil.test:8080', false],
  ])('on %s, Origin %s: %s', (publicUrl, origin, own) => {
    expect(isOwnOrigin(publicUrl, origin)).toBe(own);
  });
});
