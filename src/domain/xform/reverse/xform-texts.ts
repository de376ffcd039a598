import { childrenOf, find, textOf, type XformNode } from './xform-tree';

/** Columns of a sheet by header. */
export type Columns = Readonly<Record<string, string>>;

/** Texts of an XForm: inline ones, and translations by id. */
export class XformTexts {
  /** Language → id → element with the values. */
  private readonly translations = new Map<string, Map<string, XformNode>>();
  readonly defaultLanguage: string | undefined;

  /** @param render text with its references to answers */
  constructor(
    model: XformNode | undefined,
    private readonly render: (text: XformNode) => string,
  ) {
    const languages = childrenOf(find(model, 'itext'), 'translation');
    for (const translation of languages) {
      const texts = childrenOf(translation, 'text').map(
        (text) => [text.attributes.get('id') ?? '', text] as const,
      );
      this.translations.set(translation.attributes.get('lang') ?? '', new Map(texts));
    }
    this.defaultLanguage = languages
      .find(({ attributes }) => /^true/.test(attributes.get('default') ?? ''))
      ?.attributes.get('lang');
  }

  /** Columns of a label, hint or message. */
  columnsOf(column: string, node: XformNode | undefined): Columns {
    if (node === undefined) return {};
    const id = translationId(node.attributes.get('ref'));
    if (id !== undefined) return this.translated(column, id);
    const text = this.render(node);
    return text === '' ? {} : { [column]: text };
  }

  /** Columns of an attribute that is a text or a reference to translations. */
  columnsOfAttribute(column: string, attribute: string | undefined): Columns {
    if (attribute === undefined) return {};
    const id = translationId(attribute);
    return id === undefined ? { [column]: attribute } : this.translated(column, id);
  }

  translated(column: string, id: string): Columns {
    const columns: Record<string, string> = {};
    for (const [language, texts] of this.translations) {
      const values = childrenOf(texts.get(id), 'value');
      const plain = values.find(({ attributes }) => !attributes.has('form'));
      const text = plain === undefined ? '' : this.render(plain);
      const suffix = language === '' || language === 'default' ? '' : `::${language}`;
      // Converters write "-" for a missing translation.
      if (text !== '' && (text !== '-' || this.translations.size === 1)) columns[column + suffix] = text;
      for (const value of values) {
        const form = value.attributes.get('form') ?? '';
        const name = textOf(value).replace(/^jr:\/\/\w+\//, '');
        if (column === 'label' && ['image', 'audio', 'video'].includes(form) && name !== '')
          columns[`media::${form}${suffix}`] = name;
      }
    }
    return columns;
  }
}

function translationId(reference: string | undefined): string | undefined {
  return /^jr:itext\(\s*(['"])(.*)\1\s*\)$/.exec(reference ?? '')?.[2];
}
