import { wireDate } from '../../domain/text/wire-date';
import type { Links } from '../../http/url/links';
import type { AddedFile, AssetFile } from './asset-file.service';

/** Asset file (contract-assets 5). */
export function presentAssetFile(links: Links, assetUid: string, file: AssetFile) {
  const { uid, username, name, mimetype, redirectUrl } = file;
  return {
    uid,
    url: links.assetFile(assetUid, uid),
    asset: links.asset(assetUid),
    user: links.user(username),
    user__username: username,
    file_type: file.fileType,
    description: file.description,
    date_created: wireDate(file.dateCreated),
    content: links.assetFileContent(assetUid, uid),
    metadata: {
      ...file.metadata,
      hash: `md5:${file.md5}`,
      filename: name,
      mimetype,
      ...(redirectUrl !== null && { redirect_url: redirectUrl }),
    },
  };
}

/** Only where there are any: KoboToolbox has no such key. */
export function presentWarnings({ warnings }: AddedFile) {
  return warnings.length === 0 ? {} : { warnings };
}
