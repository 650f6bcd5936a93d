import type {
  AuthHandlerMiddleware,
  AuthenticationType,
  BaseAgent,
  ServerHostKeyAlgorithm,
} from 'ssh2';
import type { FailureValues } from '../failures/engine-error.js';
import type { FailureCode } from '@casement/proto/texts/failures.js';
import { redact } from '../failures/redact.js';
import { lastLine, promptKind, promptText, type Round } from './prompts.js';

export interface SshTarget {
  host: string;
  port: number;
  username: string;
  /** Empty if there is no password. */
  password: string;
  /** Private key as returned by openPrivateKey; tried before the password. */
  key?: string | null | undefined;
  /** Host key seen at the first connection; absent for the first connection itself. */
  pinnedFingerprint?: string | undefined;
  /** Only host key type that is accepted; absent for any. */
  hostKeyType?: ServerHostKeyAlgorithm | undefined;
  /** Tried instead of `key`. */
  agent?: BaseAgent | undefined;
}

export interface SignInFailure {
  code: FailureCode;
  values?: FailureValues;
}

/** PAM stacks have few modules. A server that keeps prompting is not answered forever. */
const MAX_PASSWORD_ROUNDS = 3;

/**
 * State of one SSH authentication: methods offered, partial success and every prompt. Tries `none` first to learn the
 * offered methods, which distinguishes "no passwords here" from "wrong password". A password counts as wrong only if
 * the server rejected it without further prompts.
 */
export class SignInDialog {
  private readonly tried = new Set<AuthenticationType>();
  private readonly accepted = new Set<AuthenticationType>();
  private offers: readonly string[] | null = null;
  /** Methods that the server required after the last partial success. */
  private required: readonly string[] = [];
  private last: AuthenticationType | null = null;
  private stopped: SignInFailure | null = null;
  private left: AuthenticationType[];

  /** @param stop ends the connection with this failure for prompts that cannot be answered */
  constructor(
    private readonly target: SshTarget,
    private readonly stop: (failure: SignInFailure) => void,
  ) {
    this.left = [
      ...(target.key || target.agent ? (['publickey'] as const) : []),
      ...(target.password ? (['password', 'keyboard-interactive'] as const) : []),
    ];
  }

  get hasTried(): boolean {
    return this.tried.size > 0;
  }

  readonly next: AuthHandlerMiddleware = (methods, partial, use) => {
    const { username, password, key, agent } = this.target;
    if (methods === null) return use({ type: 'none', username });
    this.offers ??= methods;
    if (partial && this.last) {
      this.accepted.add(this.last);
      this.required = methods;
    }
    const method = this.left.find((m) => methods.includes(m));
    this.last = method ?? null;
    // ssh2 interprets false as "no methods left"; its types do not allow it.
    if (method === undefined) return use(false as unknown as AuthenticationType);
    this.left = this.left.filter((m) => m !== method);
    this.tried.add(method);
    if (method === 'publickey' && agent) return use({ type: 'agent', username, agent });
    if (method === 'publickey') return use({ type: 'publickey', username, key: key! });
    if (method === 'password') return use({ type: 'password', username, password });
    const answers = new PromptAnswers(this.target);
    return use({
      type: 'keyboard-interactive',
      username,
      prompt: (title, instructions, _lang, prompts, answer) => {
        const text = answers.answer({ heading: `${title}\n${instructions}`, prompts });
        if (typeof text === 'string') return answer([text]);
        this.stopped = text;
        this.stop(text);
      },
    });
  };

  failure(): SignInFailure {
    return this.stopped ?? this.afterPartialSuccess() ?? { code: this.refusal() };
  }

  /**
   * Returns the failure after partial success; `null` if the server accepted nothing, or rejected the password
   * afterwards.
   */
  private afterPartialSuccess(): SignInFailure | null {
    if (this.accepted.size === 0) return null;
    const wants = (method: string) => this.required.includes(method);
    const isPasswordAccepted = this.isPasswordIn(this.accepted);
    const isPasswordTried = this.isPasswordIn(this.tried);
    if (this.tried.has('publickey') && !this.accepted.has('publickey') && wants('publickey')) {
      return { code: 'SSH_KEY_REFUSED' };
    }
    if (!isPasswordAccepted) {
      // The password was rejected after the key was accepted, so it is wrong.
      if (isPasswordTried) return null;
      if (wants('password') || wants('keyboard-interactive')) return { code: 'SSH_PASSWORD_ALSO' };
    }
    if (wants('publickey') && !this.accepted.has('publickey')) return { code: 'SSH_KEY_ALSO' };
    return { code: 'SSH_SECOND_FACTOR', values: { prompt: this.required.join(', ') || 'unknown' } };
  }

  private refusal(): FailureCode {
    // A wrong password is reported even if a key was tried, so that the service counts it (PasswordGuesses).
    if (this.isPasswordIn(this.tried)) return wrongPassword(this.target);
    if ((this.target.key || this.target.agent) && this.offers !== null) return 'SSH_KEY_REFUSED';
    return this.offers === null ? wrongPassword(this.target) : 'SSH_PASSWORD_DISABLED';
  }

  private isPasswordIn(methods: ReadonlySet<AuthenticationType>): boolean {
    return methods.has('password') || methods.has('keyboard-interactive');
  }
}

/** Answers of one keyboard-interactive exchange. */
class PromptAnswers {
  private answered: string | null = null;
  private rounds = 0;

  constructor(private readonly target: SshTarget) {}

  answer(round: Round): string | SignInFailure {
    const { username, password } = this.target;
    const values = { prompt: redact(promptText(round), [password]) };
    switch (promptKind(round, username, this.answered)) {
      case 'user':
        return username;
      case 'password':
        if (++this.rounds > MAX_PASSWORD_ROUNDS) return { code: wrongPassword(this.target) };
        this.answered = lastLine(round.prompts[0]!.prompt);
        return password;
      case 'code':
        return { code: 'SSH_SECOND_FACTOR', values };
      case 'change':
        return { code: 'SSH_PASSWORD_EXPIRED' };
      case 'other':
        return { code: 'SSH_PROMPT_UNKNOWN', values };
    }
  }
}

const wrongPassword = ({ username }: SshTarget): FailureCode =>
  username === 'root' ? 'SSH_AUTH_FAILED' : 'SSH_USER_AUTH_FAILED';
