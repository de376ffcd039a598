/** Whose exports, and of what. */
export interface ExportOwner {
  readonly assetId: number;
  /** AnonymousUser's are of whoever has no account. */
  readonly userId: number;
}
