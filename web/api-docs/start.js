// The page's policy allows no inline script. No validator: it would send the document to another host.
globalThis.SwaggerUIBundle({
  dom_id: '#reference',
  url: '/api/docs/openapi.json',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
});
