/** `radix-ui` for tests, which would else load all thirty of its packages for each file. */
import * as Primitive from '@radix-ui/react-toast';

export * as Dialog from '@radix-ui/react-dialog';

/** A toast stays until another one or the test dismisses it: on a busy machine a page can take longer to load than 5 s. */
export const Toast = {
  ...Primitive,
  Provider: (props: Primitive.ToastProviderProps) => (
    <Primitive.Provider {...props} duration={Infinity} />
  ),
};
