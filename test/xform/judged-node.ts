/**
 * As much of the engine's nodes as a judge does and asks. The engine has a type for each kind of question; a step names
 * its question by its path, and which of these parts that one has shows when they are used.
 */
export interface JudgedNode {
  readonly nodeType: string;
  readonly currentState: {
    readonly reference: string;
    readonly relevant: boolean;
    readonly required: boolean;
    readonly readonly: boolean;
    readonly label: Text | null;
    readonly hint: Text | null;
    readonly children: readonly JudgedNode[] | null;
    readonly attributes?: readonly JudgedNode[];
    readonly instanceValue?: string;
    readonly valueOptions?: readonly { readonly value: string; readonly label: Text | null }[];
  };
  readonly validationState: { readonly violation?: { readonly message?: Text } | null };
  selectValues?(values: readonly string[]): void;
  setValues?(values: readonly string[]): void;
  setValue?(value: string | boolean): void;
  addInstances?(): void;
}

/** The node of a whole form. */
export interface JudgedForm extends JudgedNode {
  readonly languages: readonly { readonly language?: string }[];
  setLanguage(language: { readonly language?: string }): void;
}

/** What a step says: a verb, where, and with what. */
export interface JudgedStep {
  readonly verb: string;
  readonly path: string;
  readonly value: string;
}

interface Text {
  readonly asString: string;
}
