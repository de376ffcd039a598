export const asset = (uid: string, below = ''): string => `/api/v2/assets/${uid}/${below}`;
