import { setTimeout as pause } from 'node:timers/promises';
import { json, serveLocally, type Answer, type LocalRequest } from './local-http.js';
import { BinanceApi } from './binance/binance-api.js';
import { answerControl } from './control-api.js';
import { MidtransApi } from './midtrans/midtrans-api.js';
import { SandboxStore } from './sandbox-store.js';
import { Site } from './site.js';
import { StripeApi, type StripeAccount } from './stripe/stripe-api.js';
import { TelegramSandbox } from './telegram/telegram-sandbox.js';
import type { SandboxBot } from './telegram/telegram-types.js';
import type { Merchant } from './tripay/create-request.js';
import { TripayApi } from './tripay/tripay-api.js';

export interface SandboxOptions {
  port: number;
  /** Address for browsers and services. */
  url: string;
  /** Stores the bills between two runs. */
  file: string;
  /** If not set, the payment gateway is not simulated. */
  tripay?: Merchant;
  midtrans?: { serverKey: string };
  stripe?: StripeAccount;
  binance?: { apiKey: string; apiSecret: string; receiverId: string };
  /** The simulated bots, and the file that stores their chats. */
  telegram?: { bots: SandboxBot[]; file: string };
}

export interface Sandbox {
  port: number;
  close: () => Promise<void>;
}

const EXPIRY_CHECK_MS = 1_000;

/**
 * Simulates the payment providers, Binance's transfer history and Telegram by implementing the APIs of the real
 * services.
 *
 * @returns null if all are configured for real
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox | null> {
  const { tripay, midtrans, stripe, binance, url } = options;
  if (!tripay && !midtrans && !stripe && !binance && !options.telegram) return null;
  const merchant = tripay ?? { apiKey: '', privateKey: '', merchantCode: '' };
  const store = new SandboxStore(options.file, merchant, binance?.receiverId ?? '', {
    midtransKey: midtrans?.serverKey ?? '',
    stripe: stripe ?? { secretKey: '', webhookSecret: '', webhookUrl: '' },
  });
  const tripayApi = tripay && new TripayApi(tripay, store.transactions, url);
  const binanceApi = binance && new BinanceApi(binance, () => store.transfers);
  const midtransApi = midtrans && new MidtransApi(midtrans.serverKey, store.hosted.midtrans, url);
  const stripeApi = stripe && new StripeApi(stripe, store.hosted.stripe, url);
  const site = new Site(store, Boolean(binance));
  const telegram =
    options.telegram && new TelegramSandbox(options.telegram.bots, options.telegram.file);

  const creators = [tripayApi, midtransApi, stripeApi];
  const answer = async (request: LocalRequest): Promise<Answer> => {
    const telegramReply = await telegram?.answer(request);
    if (telegramReply) return telegramReply;
    const api = [tripayApi, midtransApi, stripeApi, binanceApi].find((one) => one?.owns(request));
    if (!api) return (await answerControl(request, store)) ?? site.answer(request);
    await pause(store.faults.delayMs);
    if (store.faults.down) return json({ success: false, message: 'Service Unavailable' }, 503);
    const reply = api.answer(request);
    const lost = store.faults.loseCreateAnswers && creators.some((one) => one?.isCreate(request));
    return lost ? 'cut' : reply;
  };
  const server = await serveLocally(options.port, answer);
  const expiry = setInterval(() => store.expire(), EXPIRY_CHECK_MS);
  return {
    port: server.port,
    close: async () => {
      clearInterval(expiry);
      store.delivery.close();
      telegram?.close();
      await server.close();
    },
  };
}
