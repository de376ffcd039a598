/** The path of an asset, or of what is below it. */
export const asset = (uid: string, below = ''): string => `/api/v2/assets/${uid}/${below}`;
