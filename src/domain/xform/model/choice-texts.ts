import { mediaAddress } from '../read/media-address';
import { Compilation } from '../compilation';

/** Adds the labels and media of choices to the itext, for lists that need it. */
export function addChoiceTexts(compilation: Compilation): void {
  const { root } = compilation.survey;
  for (const list of compilation.choices.all) {
    if (!list.needsItext) continue;
    list.items.forEach((item, index) => {
      const render = (column: string) => (text: string) =>
        compilation.references.text(text, { from: root, at: { sheet: 'choices', row: item.row, column } });
      compilation.itext.addChoice(list.textId(index), undefined, item.label ?? [], render('label'));
      for (const [form, text] of item.media) {
        const renderMedia = render(`media::${form}`);
        compilation.itext.addChoice(list.textId(index), form, text, (file) =>
          renderMedia(mediaAddress(form, file)),
        );
      }
    });
  }
}
