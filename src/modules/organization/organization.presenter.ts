import { wireDate } from '../../domain/text/wire-date';
import type { Links } from '../../http/url/links';
import type { OrganizationMember, OwnOrganization } from './organization.service';

/** Role of the caller in their own organization, and of its only member. */
const ROLE = 'owner';

export function presentOrganization(links: Links, organization: OwnOrganization) {
  const { uid, name, website, type, created, modified } = organization;
  const { plain } = links;
  return {
    id: uid,
    url: plain.organization(uid),
    name,
    website,
    organization_type: type,
    created: wireDate(created),
    modified: wireDate(modified),
    is_owner: true,
    is_mmo: false,
    request_user_role: ROLE,
    members: plain.organizationResource(uid, 'members'),
    assets: plain.organizationResource(uid, 'assets'),
    service_usage: plain.organizationResource(uid, 'service_usage'),
    asset_usage: plain.organizationResource(uid, 'asset_usage'),
  };
}

export function presentMember(links: Links, member: OrganizationMember) {
  const { plain } = links;
  return {
    url: plain.organizationMember(member.organizationUid, member.username),
    user: plain.user(member.username),
    user__username: member.username,
    user__email: member.email,
    user__extra_details__name: member.name,
    role: ROLE,
    user__has_mfa_enabled: member.hasMfa,
    user__has_sso_enabled: false,
    date_joined: wireDate(member.dateJoined),
    user__is_active: member.isActive,
    invite: null,
  };
}
