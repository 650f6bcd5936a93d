/** GET /config.json of the SPA's origin: public settings. */
export interface PublicConfig {
  statusPageUrl: string | null;
  supportEmail: string | null;
  supportChatUrl: string | null;
}
