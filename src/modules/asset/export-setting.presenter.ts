import { wireDate } from '../../domain/text/wire-date';
import type { Links } from '../../http/url/links';
import type { StoredExportSetting } from './asset-view.service';

/** Export settings, standalone and within an asset (contract-assets 7.2). */
export function presentExportSetting(links: Links, assetUid: string, setting: StoredExportSetting) {
  const { uid, name, request, dateModified } = setting;
  return {
    uid,
    url: links.assetResource(assetUid, `export-settings/${uid}`),
    data_url_csv: links.exportData(assetUid, uid, 'csv'),
    data_url_xlsx: links.exportData(assetUid, uid, 'xlsx'),
    name,
    date_modified: wireDate(dateModified),
    export_settings: request,
  };
}
