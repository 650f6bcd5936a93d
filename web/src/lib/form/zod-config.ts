import { config } from 'zod';

// zod would compile its checks with `new Function`, which the content security policy forbids and the browser
// reports. To be imported before any schema: they ask when they are made.
config({ jitless: true });
