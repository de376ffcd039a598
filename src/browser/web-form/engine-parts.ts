import { defineComponent, h, onUnmounted, ref, shallowRef, type PropType, watchEffect } from 'vue';
import type { RootNode, UploadNode } from '@getodk/xforms-engine';
import { addUnsentInstances } from './opened-instance';
import { pageLanguage } from './texts';

/** Background of maps; without a tile server of the operator, one transparent pixel and no request. */
export const MAP_TILES = {
  url: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  attribution: '',
};

/** Takes tiles from the operator's server. */
export function useMapTiles({ url, attribution }: { url: string; attribution: string }): void {
  MAP_TILES.url = url.replace('{s}', '{a-c}');
  // The map shows it as HTML.
  MAP_TILES.attribution = attribution.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A tenth of a millimetre. */
const DEGREE_DECIMALS = 9;

/** Called by the package. @param place longitude and latitude in degrees, and perhaps altitude and accuracy */
export function roundedPlace([longitude, latitude, ...others]: readonly number[]): number[] {
  const degrees = [longitude!, latitude!].map((each) => Number(each.toFixed(DEGREE_DECIMALS)));
  return [...degrees, ...others];
}

let follower: ((root: RootNode) => void) | undefined;

/** Calls back with each instance that the form opens. */
export function followInstances(callback: typeof follower): void {
  follower = callback;
}

/** Called by the package. @param root null while the form is loading */
export function instanceOpened(root: RootNode | null): void {
  if (root === null) return;
  addUnsentInstances(root);
  follower?.(root);
}

/** Input of a question for sound, video or any file. */
export const UploadFile = defineComponent({
  props: { question: { type: Object as PropType<UploadNode>, required: true } },
  setup({ question }) {
    const { texts } = pageLanguage(navigator.languages);
    const input = ref<HTMLInputElement>();
    const preview = shallowRef<{ file: File; url: string }>();
    const release = (): void => {
      if (preview.value !== undefined) URL.revokeObjectURL(preview.value.url);
      preview.value = undefined;
    };
    watchEffect(() => {
      const file = question.currentState.value;
      if (file === preview.value?.file) return;
      release();
      if (file === null) return void (input.value && (input.value.value = ''));
      preview.value = { file, url: URL.createObjectURL(file) };
    });
    onUnmounted(release);

    const choose = (): void => {
      question.setValue(input.value?.files?.[0] ?? null);
    };
    return () => {
      const readonly = question.currentState.readonly;
      // Types that the package declares but does not publish.
      const { accept, type } = question.nodeOptions.media as { accept: string; type: string | null };
      const shown = preview.value;
      return h('div', { class: 'upload-file' }, [
        h('input', {
          ref: input,
          id: question.nodeId,
          type: 'file',
          accept: accept === '*' ? undefined : accept,
          disabled: readonly,
          onChange: choose,
        }),
        shown && type === 'audio' && h('audio', { src: shown.url, controls: true }),
        shown && type === 'video' && h('video', { src: shown.url, controls: true, playsinline: true }),
        shown &&
          h('p', { class: 'upload-chosen' }, [
            h('a', { href: shown.url, download: shown.file.name, dir: 'auto' }, shown.file.name),
            !readonly &&
              h('button', { type: 'button', onClick: () => question.setValue(null) }, texts.remove),
          ]),
      ]);
    };
  },
});
