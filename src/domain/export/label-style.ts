import type { Container, Field, Labels } from '../form-history/version-schema';
import type { ExportOptions } from './export-options';

/** What separates the label of a question from that of a choice where nothing else was asked for. */
const PLAIN_SEPARATOR = '/';

/** A question, group or choice. */
interface Named {
  readonly name: string;
  readonly labels: Labels;
}

/** The label in a language, null for the one without a name; the name where it has none. */
export function labelIn({ name, labels }: Named, language: string | null): string {
  const label = labels.get(language);
  return label === undefined || label === '' ? name : label;
}

/** How an export names things: in which language, and with the groups around them or without. */
export class LabelStyle {
  /** Between a question and one of its choices. */
  readonly choiceSeparator: string;
  /** Whether names stand in the place of labels. */
  readonly isByName: boolean;

  constructor(private readonly options: ExportOptions) {
    this.choiceSeparator = options.groupSeparator === '' ? PLAIN_SEPARATOR : options.groupSeparator;
    this.isByName = options.language === undefined;
  }

  /** Of a question, group or choice; its name where the language has none for it. */
  of(named: Named): string {
    const { language } = this.options;
    return language === undefined ? named.name : labelIn(named, language);
  }

  /** The header of a question. @param inner what stands there for the question itself */
  header(field: Pick<Field, 'name' | 'labels' | 'containers'>, inner = this.of(field)): string {
    return this.within(field.containers, inner);
  }

  private within(containers: readonly Container[], inner: string): string {
    if (!this.options.hierarchyInLabels) return inner;
    return [...containers.map((each) => this.of(each)), inner].join(this.options.groupSeparator);
  }
}
