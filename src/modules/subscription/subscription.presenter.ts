import type { Links } from '../../http/url/links';
import type { Subscription } from './subscription.service';

export function presentSubscription(links: Links, { uid, assetUid }: Subscription) {
  return { url: links.subscription(uid), asset: links.asset(assetUid), uid };
}
