/** Permissions of a project view: list projects, and show how many submissions each has. */
export const VIEW_PERMISSIONS = ['view_asset', 'view_submissions'] as const;

/** Stands for all countries. */
export const ALL_COUNTRIES = '*';
