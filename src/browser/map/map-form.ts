import type * as leaflet from 'leaflet';

/** Handles a click, and the Enter key on a marker, which Leaflet makes a button without that. */
export function onActivate(layer: leaflet.Layer, handle: (isByKey: boolean) => void): void {
  layer.on('click', () => handle(false));
  layer.on('keypress', ({ originalEvent }: leaflet.LeafletKeyboardEvent) => {
    if (originalEvent.key === 'Enter') handle(true);
  });
}

/** Lists of the map's form act at once; what a pin shows, when its list is closed. */
export function bindMapForm(): void {
  const form = document.querySelector<HTMLFormElement>('.map-form');
  if (form === null) return;
  form.querySelector('.map-show')?.setAttribute('hidden', '');
  for (const list of form.querySelectorAll('select'))
    list.addEventListener('change', () => form.requestSubmit());
  const pins = form.querySelector('details');
  if (pins === null) return;
  const chosen = (): string => JSON.stringify([...new FormData(form).getAll('show')]);
  const before = chosen();
  pins.addEventListener('toggle', () => {
    if (!pins.open && chosen() !== before) form.requestSubmit();
  });
  const close = ({ target }: Event): void => {
    if (target instanceof Node && !pins.contains(target)) pins.open = false;
  };
  document.addEventListener('pointerdown', close);
  pins.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    pins.open = false;
    pins.querySelector('summary')?.focus();
  });
}
