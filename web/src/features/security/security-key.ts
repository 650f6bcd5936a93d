/** Root key of all security queries. A change to one list may affect others, so all of them are refetched. */
export const securityKey = ['security'] as const;
