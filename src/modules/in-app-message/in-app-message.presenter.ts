import type { Links } from '../../http/url/links';
import type { InAppMessage } from './in-app-message.service';

export function presentInAppMessage(links: Links, message: InAppMessage) {
  const { uid, title, snippet, body, html, interactions, alwaysDisplayAsNew } = message;
  return {
    url: links.plain.inAppMessage(uid),
    uid,
    title,
    snippet,
    body,
    html,
    interactions,
    always_display_as_new: alwaysDisplayAsNew,
  };
}
