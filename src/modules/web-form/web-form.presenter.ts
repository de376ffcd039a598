import { Reply } from '../../http/reply';
import type { WebForm } from './web-form.service';

export function presentWebForm({ url, versionUid }: WebForm) {
  return { url, version_uid: versionUid };
}

/** Leads a browser there. */
export function presentWayTo(url: string): Reply {
  return new Reply(302, undefined, { Location: url });
}
