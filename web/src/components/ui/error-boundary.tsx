import { Component, type ReactNode } from 'react';
import { say } from '../../lib/messages.js';
import { commonTexts } from '../../messages/common.js';
import { ErrorState } from './states.js';

/** Keeps a broken region from taking the rest of the page with it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    const m = say(commonTexts);
    return (
      <ErrorState
        title={m.somethingWrong}
        help={m.somethingWrongHelp}
        onRetry={() => this.setState({ broken: false })}
      />
    );
  }
}
