// Adds to the API document what people read: tasks instead of services, titles, a quick start and runnable examples.
import { CUSTOMER_CALLS, TASKS } from './customer-calls.js';
import { titleOf } from './titles.js';

const QUICK_START = `Install Windows on your VPS, buy quota and receive events by HTTPS.

# Quick start

1. Create a key in **Settings → API keys** and choose its permissions. Each call below names the permission it needs.
2. Save the key and this site's address:

   \`\`\`sh
   export CASEMENT_URL=https://casement.example CASEMENT_API_KEY=csm_...
   \`\`\`

3. Make the first call (permission \`installs:read\`):

   \`\`\`sh
   curl "$CASEMENT_URL/api/user/windows-versions" -H "Authorization: Bearer $CASEMENT_API_KEY"
   \`\`\`

The examples read these two variables and, for a path with \`{id}\`, the variable \`ID\`. The TypeScript examples need Node.js 20 or later, the Python examples Python 3.8 or later, and neither needs a package.

## Answers

A successful answer is \`{"success": true, "message": ..., "data": ...}\`. An error has a stable \`code\`, a \`message\` for people, a \`correlationId\` for support, and \`details\` if fields are invalid. Any call can also get 400, 404, 411, 413, 414, 429, 431, 502, 503 or 504; the [OpenAPI document](/api/docs/openapi.json) describes them.

## Limits and retries

A key may make 600 calls in 60 seconds. After 429 or 503 wait for the seconds in \`Retry-After\`. Send an \`Idempotency-Key\` with each POST that spends or creates, and repeat it with the same key if no answer arrived.
`;

/** Names of path parameters become environment variables: `{id}` → `ID`. */
const variable = (name) => name.toUpperCase();
const inPath = (path, replace) => path.replace(/\{(\w+)\}/g, (_, name) => replace(variable(name)));

function curl(method, path, { body, once, file }) {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$CASEMENT_URL${inPath(path, (name) => `$${name}`)}"`,
    `-H "Authorization: Bearer $CASEMENT_API_KEY"`,
    ...(once ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(body ? [`-H "Content-Type: application/json"`, `-d '${JSON.stringify(body)}'`] : []),
    ...(file ? [`-o ${file}`] : []),
  ];
  return lines.join(' \\\n  ');
}

const indented = (value, indent) => JSON.stringify(value, null, 2).replace(/\n/g, `\n${indent}`);

function typescript(method, path, { body, once, json, file }) {
  const url = inPath(path, (name) => `\${process.env.${name}}`);
  return `${file ? "import { writeFile } from 'node:fs/promises';\n\n" : ''}const response = await fetch(\`\${process.env.CASEMENT_URL}${url}\`, {
  method: '${method}',
  headers: {
    Authorization: \`Bearer \${process.env.CASEMENT_API_KEY}\`,${once ? "\n    'Idempotency-Key': crypto.randomUUID()," : ''}${body ? "\n    'Content-Type': 'application/json'," : ''}
  },${body ? `\n  body: JSON.stringify(${indented(body, '  ')}),` : ''}
});
if (!response.ok) throw new Error(await response.text());
${file ? `await writeFile('${file}', Buffer.from(await response.arrayBuffer()));` : `console.log(await response.${json ? 'json' : 'text'}());`}`;
}

function python(method, path, { body, once, json, file }) {
  const url = inPath(path, (name) => `{os.environ['${name}']}`);
  return `import ${json || body ? 'json, ' : ''}os, urllib.request${once ? ', uuid' : ''}

request = urllib.request.Request(
    f"{os.environ['CASEMENT_URL']}${url}",
    method="${method}",
    headers={
        "Authorization": f"Bearer {os.environ['CASEMENT_API_KEY']}",${once ? '\n        "Idempotency-Key": str(uuid.uuid4()),' : ''}${body ? '\n        "Content-Type": "application/json",' : ''}
    },${body ? `\n    data=json.dumps(${indented(body, '    ')}).encode(),` : ''}
)
with urllib.request.urlopen(request) as response:
    ${file ? `open("${file}", "wb").write(response.read())` : `print(${json ? 'json.load(response)' : 'response.read().decode()'})`}`;
}

const SAMPLES = { Shell: curl, TypeScript: typescript, Python: python };
export const SAMPLE_LANGUAGES = Object.keys(SAMPLES);

/** Names under which the examples save answers that are not text, by content type. */
const FILES = { 'application/pdf': 'casement.pdf', 'application/zip': 'casement.zip' };

function samplesOf(method, path, operation, body) {
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))[1];
  const options = {
    body,
    once: operation.parameters.some(({ name }) => name === 'Idempotency-Key'),
    json: 'application/json' in (success.content ?? {}),
    file: FILES[Object.keys(success.content ?? {})[0]],
  };
  return Object.entries(SAMPLES).map(([lang, sample]) => ({
    lang,
    source: sample(method, path, options),
  }));
}

/** @param document result of `apiDocument`; returns a copy */
export function reference(document) {
  const copy = structuredClone(document);
  const taskOf = (path) => TASKS.find(([, , pattern]) => pattern.test(path))[1];
  for (const [path, item] of Object.entries(copy.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      operation.tags = [taskOf(path)];
      const name = `${method.toUpperCase()} ${path}`;
      const call = CUSTOMER_CALLS[name];
      operation.summary = call?.title ?? titleOf(name) ?? operation.summary;
      if (!call) continue;
      operation['x-codeSamples'] = samplesOf(method.toUpperCase(), path, operation, call.body);
    }
  }
  const order = Object.keys(CUSTOMER_CALLS).map((call) => call.split(' ')[1]);
  const rank = (path) => (order.includes(path) ? order.indexOf(path) : order.length);
  copy.paths = Object.fromEntries(Object.entries(copy.paths).sort(([a], [b]) => rank(a) - rank(b)));
  copy.info = { ...copy.info, title: 'Casement API', description: QUICK_START };
  copy.tags = TASKS.map(([, name]) => ({ name }));
  copy['x-tagGroups'] = [...new Set(TASKS.map(([group]) => group))].map((name) => ({
    name,
    tags: TASKS.filter(([group]) => group === name).map(([, task]) => task),
  }));
  return copy;
}
