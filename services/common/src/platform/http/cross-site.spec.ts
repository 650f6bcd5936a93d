import { isCrossSiteRequest, isOwnOrigin } from './cross-site.js';

const PUBLIC_URL = 'https://casement.example';

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
  ])('compares PUBLIC_URL %s with Origin %s: %s', (publicUrl, origin, own) => {
    expect(isOwnOrigin(publicUrl, origin)).toBe(own);
  });
});

describe(isCrossSiteRequest.name, () => {
  it.each([
    ['an image or link on another site', { 'sec-fetch-site': 'cross-site' }, true],
    ['an image on a page of another subdomain', { 'sec-fetch-site': 'same-site' }, true],
    ['a form on another site', { 'sec-fetch-site': 'cross-site', origin: 'https://a.test' }, true],
    ['a form on another site in an old browser', { origin: 'https://a.test' }, true],
    ['a sandboxed frame', { origin: 'null' }, true],
    [
      'a program that forges our Origin',
      { 'sec-fetch-site': 'cross-site', origin: PUBLIC_URL },
      true,
    ],
    ['our own page', { 'sec-fetch-site': 'same-origin', origin: PUBLIC_URL }, false],
    ['our own page in an old browser', { origin: PUBLIC_URL }, false],
    ['the address bar', { 'sec-fetch-site': 'none' }, false],
    ['a program', {}, false],
  ])('classifies a request from %s', (_what, headers, isCrossSite) => {
    expect(isCrossSiteRequest(PUBLIC_URL, headers)).toBe(isCrossSite);
  });
});
