/** Lists the forms of a page, one for each button. Runs in the page. */
export const FORMS = `[...document.forms].flatMap((form, index) => {
  const elements = [...form.elements];
  const typed = ['text', 'password', 'url', 'email', 'number', 'date', 'search', 'file', 'textarea', 'select-one', 'select-multiple'];
  const fields = elements.flatMap(({ name, type, required, options = [] }, at) => {
    if (!typed.includes(type) || name === '') return [];
    const hasEmpty = type !== 'select-one' || [...options].some(({ value }) => value === '');
    return [{ at, name, type, isOptional: !required, isRemovable: !required && hasEmpty }];
  });
  return elements.flatMap((button, at) =>
    button.type !== 'submit'
      ? []
      : [{
          index,
          method: form.method,
          action: new URL(button.getAttribute('formaction') ?? form.getAttribute('action') ?? '', document.baseURI).pathname,
          button: at,
          fields,
        }],
  );
})`;

/** Sends the form as a click on its button does. Runs in the page. */
export const SUBMIT = `({ index, button, values }) => {
  const form = document.forms[index];
  for (const [at, value] of values) {
    const field = form.elements[at];
    if (field.type === 'select-multiple') for (const option of field.options) option.selected = false;
    else if (value !== '' && field.type === 'select-one') field.value = [...field.options].map((each) => each.value).find(Boolean) ?? '';
    else if (field.type !== 'file') field.value = value;
  }
  form.noValidate = true;
  form.requestSubmit(form.elements[button]);
}`;
