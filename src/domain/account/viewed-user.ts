/** A user as superusers and the users of project views see it. */
export interface ViewedUser {
  readonly id: number;
  readonly username: string;
  readonly isSuperuser: boolean;
  readonly isActive: boolean;
  readonly email: string;
  readonly dateJoined: Date;
  readonly lastLogin: Date | null;
  readonly extraDetails: Readonly<Record<string, unknown>>;
  readonly assetCount: number;
}
