import { defineComponent, h, nextTick, onMounted, type PropType, ref, watch } from 'vue';

export interface ResultAction {
  readonly label: string;
  /** Address that it leads to, in another tab or here. */
  readonly href?: string;
  readonly isElsewhere?: boolean;
  /** The dialog stays open if it returns false. */
  readonly run?: () => unknown;
}

/** Outcome of sending the form, or a question before it. */
export interface Result {
  readonly kind: 'info' | 'done' | 'error';
  readonly text: string;
  /** The first one gets the focus; without any the dialog closes by `close`. */
  readonly actions?: readonly ResultAction[];
  readonly close: string;
  readonly onClose?: () => void;
}

/** Tells a result where the person looks: in a dialog with the focus, wherever the page is scrolled to. */
export const ResultDialog = defineComponent({
  props: { result: { type: Object as PropType<Result>, required: true } },
  emits: ['close'],
  setup(props, { emit }) {
    const dialog = ref<HTMLDialogElement>();
    const focusFirst = async (): Promise<void> => {
      await nextTick();
      dialog.value?.querySelector<HTMLElement>('.result-actions > *')?.focus();
    };
    onMounted(() => {
      dialog.value!.showModal();
      void focusFirst();
    });
    watch(() => props.result, focusFirst);

    const close = (): void => {
      const { onClose } = props.result;
      dialog.value?.close();
      emit('close');
      onClose?.();
    };
    const act = ({ run, href }: ResultAction): void => {
      if (href !== undefined) return;
      const { result } = props;
      const isOpen = run?.() === false;
      // An action may have shown another result.
      if (!isOpen && props.result === result) {
        dialog.value?.close();
        emit('close');
      }
    };
    const drawAction = (action: ResultAction) =>
      action.href === undefined
        ? h('button', { type: 'button', onClick: () => act(action) }, action.label)
        : h('a', { href: action.href, target: action.isElsewhere ? '_blank' : undefined }, action.label);

    return () => {
      const { kind, text, actions = [], close: label } = props.result;
      return h(
        'dialog',
        {
          ref: dialog,
          class: ['result-dialog', kind],
          role: kind === 'error' ? 'alertdialog' : undefined,
          'aria-labelledby': 'result-text',
          onCancel: (event: Event) => {
            event.preventDefault();
            close();
          },
        },
        [
          h('p', { id: 'result-text', dir: 'auto' }, text),
          h('div', { class: 'result-actions' }, [
            ...actions.map(drawAction),
            h('button', { type: 'button', class: 'result-close', onClick: close }, label),
          ]),
        ],
      );
    };
  },
});
