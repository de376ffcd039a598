import type { UploadNode } from '@getodk/xforms-engine';
import { defineComponent, h, onMounted, type PropType, ref, shallowRef, watch } from 'vue';
import { pageLanguage } from './texts';

const APPEARANCES = ['signature', 'draw', 'annotate'] as const;
/** Pixels of a canvas, whatever its size on the screen. */
const SIZES = { signature: [1000, 400], draw: [1000, 750], annotate: [1000, 750] } as const;
const MAX_PIXELS = 1600;
const COLOURS = ['#111111', '#c81e1e', '#1d4ed8', '#166534'];
const JPEG_QUALITY = 0.9;

interface Stroke {
  readonly colour: string;
  /** Finger, pen or mouse that draws it; a hand that touches the screen meanwhile draws nothing. */
  readonly pointerId: number;
  readonly points: { x: number; y: number }[];
}

function kindOf(question: UploadNode): (typeof APPEARANCES)[number] | undefined {
  const appearances = question.appearances as unknown as Readonly<Record<string, boolean>>;
  return APPEARANCES.find((name) => appearances[name]);
}

/** Called by the package. @returns whether an image is drawn by hand */
export function isDrawn(question: UploadNode): boolean {
  return kindOf(question) !== undefined;
}

/** Canvas for a signature, a drawing, or lines on a picture; the image is stored after each line, as JPEG like Collect's. */
export const DrawnImage = defineComponent({
  props: { question: { type: Object as PropType<UploadNode>, required: true } },
  setup({ question }) {
    const { answers: texts } = pageLanguage(navigator.languages);
    const kind = kindOf(question) ?? 'draw';
    const canvas = ref<HTMLCanvasElement>();
    const background = shallowRef<ImageBitmap>();
    const colour = ref(COLOURS[0]!);
    const strokes = ref<Stroke[]>([]);
    const isUnreadable = ref(false);
    let current: Stroke | undefined;
    let stored: File | null = null;

    function paint(): void {
      const element = canvas.value!;
      const [width, height] = sizeOf(background.value, SIZES[kind]);
      if (element.width !== width || element.height !== height) Object.assign(element, { width, height });
      const context = element.getContext('2d')!;
      context.fillStyle = '#ffffff';
      context.fillRect(0, 0, width, height);
      if (background.value !== undefined) context.drawImage(background.value, 0, 0, width, height);
      for (const stroke of current === undefined ? strokes.value : [...strokes.value, current])
        drawStroke(context, stroke, width / 250);
    }

    async function store(): Promise<void> {
      const isEmpty = strokes.value.length === 0 && background.value === undefined;
      const blob = isEmpty
        ? null
        : await new Promise<Blob | null>((done) => canvas.value!.toBlob(done, 'image/jpeg', JPEG_QUALITY));
      question.setValue(blob === null ? null : new File([blob], `${kind}.jpg`, { type: 'image/jpeg' }));
      // The engine names the file anew.
      stored = question.currentState.value;
    }

    async function load(file: File | null): Promise<void> {
      show(file === null ? undefined : await createImageBitmap(file).catch(() => undefined));
    }

    function show(picture: ImageBitmap | undefined): void {
      background.value = picture;
      strokes.value = [];
      isUnreadable.value = false;
      paint();
    }

    function pointOf(event: PointerEvent): { x: number; y: number } {
      const { left, top, width, height } = canvas.value!.getBoundingClientRect();
      return {
        x: ((event.clientX - left) / width) * canvas.value!.width,
        y: ((event.clientY - top) / height) * canvas.value!.height,
      };
    }

    function begin(event: PointerEvent): void {
      if (question.currentState.readonly || event.button !== 0 || current !== undefined) return;
      const { pointerId } = event;
      canvas.value!.setPointerCapture(pointerId);
      current = { colour: colour.value, pointerId, points: [pointOf(event)] };
      paint();
    }

    function follow(event: PointerEvent): void {
      if (current?.pointerId !== event.pointerId) return;
      current.points.push(pointOf(event));
      paint();
    }

    function end({ pointerId }: PointerEvent): void {
      if (current?.pointerId !== pointerId) return;
      strokes.value = [...strokes.value, current];
      current = undefined;
      void store();
    }

    function undo(): void {
      strokes.value = strokes.value.slice(0, -1);
      paint();
      void store();
    }

    async function clear(): Promise<void> {
      await load(null);
      await store();
    }

    async function choose(event: Event): Promise<void> {
      const input = event.target as HTMLInputElement;
      const [file] = input.files ?? [];
      if (file === undefined) return;
      const picture = await createImageBitmap(file).catch(() => undefined);
      // After clearing, the same picture may be chosen again.
      input.value = '';
      isUnreadable.value = picture === undefined;
      if (picture === undefined) return;
      show(picture);
      await store();
    }

    onMounted(() => void load(question.currentState.value));
    // Another instance, or one that was irrelevant.
    watch(
      () => question.currentState.value,
      (file) => {
        if (file !== stored && current === undefined) void load(file);
      },
    );

    const drawColour = (value: string) =>
      h('button', {
        type: 'button',
        class: 'drawn-colour',
        style: { background: value },
        'aria-label': `${texts.colour} ${COLOURS.indexOf(value) + 1}`,
        'aria-pressed': String(value === colour.value),
        onClick: () => (colour.value = value),
      });

    return () => {
      const { readonly } = question.currentState;
      const isEmpty = strokes.value.length === 0 && background.value === undefined;
      return h('div', { class: ['drawn-image', `of-${kind}`] }, [
        h('canvas', {
          ref: canvas,
          role: 'img',
          'aria-label': isEmpty ? texts.drawHere : texts.drawn,
          onPointerdown: begin,
          onPointermove: follow,
          onPointerup: end,
          onPointercancel: end,
        }),
        !readonly &&
          h('div', { class: 'drawn-tools' }, [
            ...(kind === 'signature' ? [] : COLOURS.map(drawColour)),
            h('button', { type: 'button', disabled: strokes.value.length === 0, onClick: undo }, texts.undo),
            h('button', { type: 'button', disabled: isEmpty, onClick: () => void clear() }, texts.clear),
            // For those who cannot draw here, and the picture to draw on.
            h('label', { class: 'drawn-file' }, [
              h('span', kind === 'annotate' ? texts.pictureToDrawOn : texts.pictureInstead),
              h('input', { type: 'file', accept: 'image/*', onChange: (event: Event) => void choose(event) }),
            ]),
          ]),
        isUnreadable.value && h('p', { class: 'answer-problem', role: 'alert' }, texts.notPicture),
      ]);
    };
  },
});

function sizeOf(
  image: ImageBitmap | undefined,
  [width, height]: readonly [number, number],
): [number, number] {
  if (image === undefined) return [width, height];
  const scale = Math.min(1, MAX_PIXELS / Math.max(image.width, image.height));
  return [Math.round(image.width * scale), Math.round(image.height * scale)];
}

function drawStroke(context: CanvasRenderingContext2D, { colour, points }: Stroke, width: number): void {
  const [first, ...others] = points;
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  context.moveTo(first!.x, first!.y);
  // A dot where the pointer did not move.
  for (const { x, y } of others.length === 0 ? [first!] : others) context.lineTo(x, y);
  context.stroke();
}
