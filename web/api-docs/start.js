// Kept in a separate file because the page's CSP forbids inline scripts. The validator is off because it would send
// the document to another host.
globalThis.SwaggerUIBundle({
  dom_id: '#reference',
  url: '/api/docs/openapi.json',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
});
