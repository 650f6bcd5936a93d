import { config } from 'zod';

// zod would compile its checks with `new Function`, which the content security policy forbids and the browser
// reports. Must be imported before any schema, because schemas read this setting when they are built.
config({ jitless: true });
