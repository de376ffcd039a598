/** The package has no type declarations. */
declare module '@getodk/web-forms' {
  import type { Component, Plugin } from 'vue';
  export const OdkWebForm: Component;
  export const webFormsPlugin: Plugin;
}
