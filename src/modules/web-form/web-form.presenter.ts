import { Reply } from '../../http/reply';
import type { WebForm } from './web-form.service';

export function presentWebForm({ url, versionUid }: WebForm) {
  return { url, version_uid: versionUid };
}

export function presentRedirect(url: string): Reply {
  return new Reply(302, undefined, { Location: url });
}
