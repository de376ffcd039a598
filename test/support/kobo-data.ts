export interface KoboVersion {
  readonly uid: string;
  readonly content: object;
  readonly deployed: boolean;
}

export interface KoboGrant {
  readonly username: string;
  readonly codename: string;
  /** Filters by codename, for `partial_submissions`. */
  readonly partial?: Readonly<Record<string, readonly object[]>>;
}

export interface KoboFile {
  readonly uid: string;
  readonly fileType: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly bytes?: Buffer;
}

export interface KoboAttachment {
  readonly uid: string;
  readonly name: string;
  readonly mimetype: string;
  readonly bytes: Buffer;
  readonly deleted?: boolean;
  readonly xpath: string;
}

export interface KoboSubmission {
  readonly id: number;
  readonly uuid: string;
  readonly rootUuid: string;
  readonly submittedBy: string | null;
  readonly status?: object;
  readonly answers: Readonly<Record<string, unknown>>;
  /** As stored, with its XML declaration. */
  readonly xml: string;
  readonly attachments?: readonly KoboAttachment[];
}

export interface KoboAsset {
  readonly uid: string;
  readonly name: string;
  readonly assetType: string;
  readonly owner: string;
  readonly parent?: string;
  readonly tags?: string;
  readonly settings?: object;
  /** Oldest first. */
  readonly versions?: readonly KoboVersion[];
  readonly deployment?: { readonly uuid: string; readonly active: boolean };
  readonly styles?: Readonly<
    Record<'report_styles' | 'report_custom' | 'map_styles' | 'map_custom' | 'advanced_features', object>
  >;
  readonly dataSharing?: object;
  readonly grants?: readonly KoboGrant[];
  readonly files?: readonly KoboFile[];
  readonly hooks?: readonly Readonly<Record<string, unknown>>[];
  readonly exportSettings?: readonly {
    readonly uid: string;
    readonly name: string;
    readonly request: object;
  }[];
  readonly pairedData?: readonly Readonly<Record<string, unknown>>[];
  readonly submissions?: readonly KoboSubmission[];
}
