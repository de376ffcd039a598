import { deflateSync } from 'node:zlib';

export interface CollectorSettings {
  /** Server of the app: the origin, or the URL of a collector link. */
  readonly serverUrl: string;
  /** Undefined for a collector link, which needs no account. */
  readonly username?: string;
  readonly projectName: string;
}

/**
 * Settings as ODK Collect and KoboCollect read them from a QR code: JSON, zlib-deflated, in base64. Forms follow the
 * server's list. Passwords are never part of it: the app asks for it.
 */
export function collectorSettingsCode({ serverUrl, username, projectName }: CollectorSettings): string {
  const settings = {
    general: {
      server_url: serverUrl,
      ...(username !== undefined && { username }),
      form_update_mode: 'match_exactly',
    },
    admin: {},
    project: { name: projectName },
  };
  return deflateSync(JSON.stringify(settings)).toString('base64');
}
