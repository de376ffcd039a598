/**
 * Union of the engine's node types, as far as steps use them: a step finds its question by path, so its type is not known.
 */
export interface EngineNode {
  readonly nodeType: string;
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
  setValue?(value: string | boolean): void;
  addInstances?(): void;
}

export interface EngineForm extends EngineNode {
  readonly languages: readonly { readonly language?: string }[];
  setLanguage(language: { readonly language?: string }): void;
}

export interface EngineStep {
  readonly verb: string;
  readonly path: string;
  readonly value: string;
}

interface Text {
  readonly asString: string;
}
