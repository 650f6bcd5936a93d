/** What was loaded of security. Every change of one list may change another, so all of it is read anew together. */
export const securityKeys = { all: ['security'] as const };
