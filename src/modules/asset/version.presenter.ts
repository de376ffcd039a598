import { wireDate } from '../../domain/text/wire-date';
import { JsonText } from '../../http/json-text';
import type { Links } from '../../http/url/links';
import type { VersionDetailView, VersionView } from './version.service';

/** Version in a list (contract-assets 7.6). */
export function presentVersion(links: Links, assetUid: string, version: VersionView) {
  const { uid, contentHash, deployed, dateModified, deployments, drafts } = version;
  return {
    uid,
    url: links.plain.assetResource(assetUid, `versions/${uid}`),
    content_hash: contentHash,
    // False, since clients read null as deployed.
    date_deployed: deployed && wireDate(dateModified),
    date_modified: wireDate(dateModified),
    version_number: drafts === 0 ? String(deployments) : `${deployments}.${drafts}`,
  };
}

export function presentVersionDetail(links: Links, assetUid: string, version: VersionDetailView) {
  return { ...presentVersion(links, assetUid, version), content: new JsonText(version.content) };
}
