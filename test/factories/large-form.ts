/** Form of about 100 kB: large enough to be compiled on a worker thread. */
export function largeContent(questions = 300) {
  return {
    survey: Array.from({ length: questions }, (_, index) => ({
      type: index % 3 === 0 ? 'select_one list' : 'text',
      name: `question_${index}`,
      'label::English (en)': `What about ${index}?`,
      'label::العربية (ar)': `ماذا عن ${index}؟`,
      hint: 'Ask for details, and write down what was said word by word. '.repeat(4),
    })),
    choices: [{ list_name: 'list', name: 'a', 'label::English (en)': 'A', 'label::العربية (ar)': 'أ' }],
    settings: {},
  };
}
