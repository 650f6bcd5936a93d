/** `radix-ui` for tests, which would else load all thirty of its packages for each file. */
export * as Dialog from '@radix-ui/react-dialog';
export * as Toast from '@radix-ui/react-toast';
