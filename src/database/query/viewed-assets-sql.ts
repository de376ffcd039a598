/** The ids of the assets that the user whose id is `$1` may view. */
export const VIEWED_ASSETS = `SELECT asset_id FROM permission_assignment WHERE user_id = $1 AND codename = 'view_asset'`;
