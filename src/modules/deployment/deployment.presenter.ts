import type { Links } from '../../http/url/links';
import { presentAssetDetail } from '../asset/asset.presenter';
import type { DeploymentView } from './deployment.service';

/** Deployment (contract-assets 4). */
export function presentDeployment(
  links: Links,
  { active, versionUid, asset, warnings = [] }: DeploymentView,
) {
  return {
    backend: 'openrosa',
    active,
    version_id: versionUid,
    asset: presentAssetDetail(links, asset),
    ...(warnings.length > 0 && { warnings }),
  };
}
