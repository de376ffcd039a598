/** Permissions of a project view: list projects, and show how many submissions each has. */
export const VIEW_PERMISSIONS = ['view_asset', 'view_submissions'] as const;
export type ViewPermission = (typeof VIEW_PERMISSIONS)[number];

/** Stands for all countries. */
export const ALL_COUNTRIES = '*';
