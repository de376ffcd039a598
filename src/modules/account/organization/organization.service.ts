import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../../domain/account/actor';
import {
  type Organization,
  type OrganizationChange,
  organizationDetails,
  organizationOf,
} from '../../../domain/account/profile';
import { NotFoundError } from '../../../domain/errors';
import { MfaService } from '../mfa/mfa.service';
import { ProfileService } from '../profile.service';

export type { OrganizationChange };

export interface OwnOrganization extends Organization {
  readonly created: Date;
  readonly modified: Date;
  readonly owner: OrganizationMember;
}

export interface OrganizationMember {
  readonly organizationUid: string;
  readonly username: string;
  readonly email: string;
  readonly name: string;
  readonly dateJoined: Date;
  readonly isActive: boolean;
  readonly hasMfa: boolean;
}

@Injectable()
export class OrganizationService {
  constructor(
    private readonly profiles: ProfileService,
    private readonly mfa: MfaService,
  ) {}

  async own(actor: UserActor): Promise<OwnOrganization> {
    const profile = await this.profiles.show(actor);
    const organization = organizationOf(profile);
    const { username, email, extraDetails, dateJoined, isActive } = profile;
    const name = typeof extraDetails.name === 'string' ? extraDetails.name : '';
    const hasMfa = (await this.mfa.stateOfUser(actor.id)) === 'active';
    return {
      ...organization,
      created: dateJoined,
      modified: profile.extraDetailsModified ?? dateJoined,
      owner: { organizationUid: organization.uid, username, email, name, dateJoined, isActive, hasMfa },
    };
  }

  /** @throws NotFoundError for any organization but the caller's own */
  async show(actor: UserActor, uid: string): Promise<OwnOrganization> {
    const own = await this.own(actor);
    if (own.uid !== uid) throw new NotFoundError();
    return own;
  }

  /** @throws NotFoundError as `show` */
  async change(actor: UserActor, uid: string, change: OrganizationChange): Promise<OwnOrganization> {
    await this.show(actor, uid);
    const extraDetails = organizationDetails(change);
    if (Object.keys(extraDetails).length > 0) {
      await this.profiles.change(actor, { extraDetails }, { address: undefined });
    }
    return this.own(actor);
  }

  /** @throws NotFoundError as `show`, and for a user who is no member */
  async member(actor: UserActor, uid: string, username: string): Promise<OrganizationMember> {
    const { owner } = await this.show(actor, uid);
    if (owner.username.toLowerCase() !== username.toLowerCase()) throw new NotFoundError();
    return owner;
  }
}
