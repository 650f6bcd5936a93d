/**
 * Signs access tokens where JWT_SIGNING_KEY is not set. Anyone can read it here, so production
 * refuses it (see config.ts).
 */
export const DEVELOPMENT_KEY = JSON.stringify({
  kty: 'EC',
  x: '6-L7kzvWCJiz6OaYNGeNh7tAhPWdMteKY6IxF7dQQpg',
  y: 'lD8iVLYgn4HL0PAHcNgOaVTRZprU4tqcP18vGcbRUmY',
  crv: 'P-256',
  d: 'ylAjGe8lVEJmRA4eM7di01efoiNhRucsuvmkRwmUQbg',
});
