import { wireDate } from '../../domain/text/wire-date';
import type { Links } from '../../http/url/links';
import type { KeptExportSetting } from './asset-view.service';

/** Kept settings of exports, in the asset and by themselves (contract-assets 7.2). */
export function presentExportSetting(links: Links, assetUid: string, setting: KeptExportSetting) {
  const { uid, name, request, dateModified } = setting;
  return {
    uid,
    url: links.ofAsset(assetUid, `export-settings/${uid}`),
    data_url_csv: links.exportData(assetUid, uid, 'csv'),
    data_url_xlsx: links.exportData(assetUid, uid, 'xlsx'),
    name,
    date_modified: wireDate(dateModified),
    export_settings: request,
  };
}
