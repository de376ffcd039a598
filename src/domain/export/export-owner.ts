/** Owner of export tasks: a user and an asset. */
export interface ExportOwner {
  readonly assetId: number;
  /** Id of AnonymousUser for all callers without an account. */
  readonly userId: number;
}
