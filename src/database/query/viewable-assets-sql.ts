export const VIEWABLE_ASSETS = `SELECT asset_id FROM permission_assignment WHERE user_id = $1 AND codename = 'view_asset'`;
