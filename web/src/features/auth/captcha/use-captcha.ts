import type { CaptchaChallenge } from '@casement/proto/http/auth/sign-in.js';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CAPTCHA_COOLDOWN_MS } from '@/config/limits.js';
import { t } from '@/messages/i18n.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { toast } from '@/lib/toast/toast.js';
import { captchaMessages } from '@/messages/account/captcha.js';
import { getCaptcha } from './get-captcha.js';

/** CAPTCHA fields of a form: id, answer, and the honeypot under its own name. */
export type CaptchaProof = { captchaId: string; captchaAnswer: string } & Record<string, string>;

export interface Captcha {
  challenge: CaptchaChallenge | null;
  /** The widget's message about a failed load, otherwise null. */
  error: string | null;
  loading: boolean;
  answer: string;
  setAnswer: (answer: string) => void;
  honeypot: string;
  setHoneypot: (value: string) => void;
  /** Set if the form was submitted without an answer, until there is one. */
  missing: boolean;
  /** Loads a new question manually, at most every 3 s (SPEC §8, §9). */
  refresh: () => void;
  /** Loads a new question after a rejected form. */
  reset: () => void;
  /** Returns the fields to send, or null after marking the field as missing. */
  getProof: () => CaptchaProof | null;
}

export function useCaptcha(): Captcha {
  const m = t(captchaMessages);
  const [challenge, setChallenge] = useState<CaptchaChallenge | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [answer, setAnswer] = useState('');
  const [honeypot, setHoneypot] = useState('');
  const [missing, setMissing] = useState(false);
  const refreshedAt = useRef(-Infinity);
  const request = useRef<AbortController | null>(null);

  const load = useCallback(async () => {
    request.current?.abort();
    const controller = (request.current = new AbortController());
    setChallenge(null);
    setError(null);
    setAnswer('');
    try {
      setChallenge(await getCaptcha(controller.signal));
    } catch (problem) {
      if (controller.signal.aborted) return;
      const texts = t(captchaMessages);
      setError(texts.hookError);
      toastFailure(texts.errorTitle, problem, texts.loadFallback);
    }
  }, []);

  useEffect(() => {
    void load();
    return () => request.current?.abort();
  }, [load]);

  return {
    challenge,
    error,
    loading: !challenge && !error,
    answer,
    setAnswer: (value) => {
      setAnswer(value.replace(/\D/g, ''));
      setMissing(false);
    },
    honeypot,
    setHoneypot,
    missing,
    refresh: () => {
      const waitMs = refreshedAt.current + CAPTCHA_COOLDOWN_MS - Date.now();
      if (waitMs > 0) {
        toast({ title: m.waitTitle, description: m.wait(Math.ceil(waitMs / 1000)), tone: 'info' });
      } else {
        refreshedAt.current = Date.now();
        void load();
      }
    },
    reset: () => void load(),
    getProof: () => {
      if (challenge && /^\d+$/.test(answer)) {
        return {
          captchaId: challenge.id,
          captchaAnswer: answer,
          [challenge.honeypotField]: honeypot,
        };
      }
      setMissing(true);
      return null;
    },
  };
}
