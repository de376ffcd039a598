/**
 * Union of the engine's node types, as far as steps use them: a step finds its question by path, so its type is not known.
 */
export interface EngineNode {
  readonly nodeId: string;
  readonly nodeType: string;
  /** Type of an input. */
  readonly valueType?: string;
  /** `select` or `select1`. */
  readonly selectType?: string;
  /** Of an upload. */
  readonly nodeOptions?: { readonly media?: { readonly type: string | null } };
  /** Of a range. */
  readonly definition?: { readonly bounds?: { readonly start: number; readonly end: number } };
  readonly currentState: {
    readonly reference: string;
    readonly relevant: boolean;
    readonly required: boolean;
    readonly readonly: boolean;
    readonly label: Text | null;
    readonly hint: Text | null;
    readonly children: readonly EngineNode[] | null;
    readonly attributes?: readonly EngineNode[];
    readonly instanceValue?: string;
    readonly valueOptions?: readonly { readonly value: string; readonly label: Text | null }[];
  };
  readonly validationState: { readonly violation?: { readonly message?: Text } | null };
  selectValues?(values: readonly string[]): void;
  setValues?(values: readonly string[]): void;
  setValue?(value: string | boolean | number | File): void;
  addInstances?(after?: number, count?: number): void;
}

export interface EngineForm extends EngineNode {
  readonly languages: readonly { readonly language?: string }[];
  setLanguage(language: { readonly language?: string }): void;
  prepareInstancePayload(options: {
    payloadType: 'monolithic';
  }): Promise<{ readonly data: readonly [{ entries(): Iterable<[string, File]> }] }>;
}

export interface EngineStep {
  readonly verb: string;
  readonly path: string;
  readonly value: string;
}

interface Text {
  readonly asString: string;
}
