/** Draws the form of the page. */
import { createApp, h } from 'vue';
import { OdkWebForm, webFormsPlugin } from '@getodk/web-forms';

createApp({ render: () => h(OdkWebForm, { formXml: '' }) })
  .use(webFormsPlugin)
  .mount('#web-form');
