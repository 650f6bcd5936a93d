/** Replaces `radix-ui` in tests, which would otherwise load all thirty of its packages for each file. */
import * as Primitive from '@radix-ui/react-toast';

export * as Dialog from '@radix-ui/react-dialog';

/**
 * A toast stays until another one or the test dismisses it, because a page may take longer than 5 s to load on a busy
 * machine.
 */
export const Toast = {
  ...Primitive,
  Provider: (props: Primitive.ToastProviderProps) => (
    <Primitive.Provider {...props} duration={Infinity} />
  ),
};
