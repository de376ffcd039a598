import type { Links } from '../../http/url/links';
import { wireDate } from '../../domain/text/wire-date';
import type { Announcement, InAppMessage } from './in-app-message.service';

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

export function presentAnnouncement(links: Links, announcement: Announcement) {
  const { uid, title, snippet, body, validFrom, validUntil, alwaysDisplayAsNew } = announcement;
  return {
    url: links.announcement(uid),
    uid,
    title,
    snippet,
    body,
    valid_from: wireDate(validFrom),
    valid_until: wireDate(validUntil),
    always_display_as_new: alwaysDisplayAsNew,
  };
}
