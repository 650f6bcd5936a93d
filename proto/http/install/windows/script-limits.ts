/** Size of a script in bytes of UTF-8. In a file without zod, because pages show it before their form is loaded. */
export const MAX_SCRIPT_SIZE = 64 * 1024;
