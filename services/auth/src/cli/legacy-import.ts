import type { Database } from '@casement/common/data/database/database.js';
import { isVerified, legacyUser, type LegacyUser } from './legacy-user.js';
import { isAccountId, LegacyUsersRepository, type KnownUser } from './legacy-users.repository.js';
import type { ParsedLine } from './read-users.js';

const BATCH = 1_000;

export interface ImportReport {
  /** Lines read, valid or not. */
  read: number;
  imported: number;
  /** Users that an earlier import has added. They are left unchanged. */
  alreadyThere: number;
  refused: number;
  /** Accounts that lost their unverified address to another account and must add a new one. */
  lostEmails: number;
}

interface ImportOptions {
  /** Checks all lines without writing. */
  dryRun: boolean;
  /** Called for each refused line, not necessarily in the order of the file. */
  onRefused: (line: number, why: string) => void;
}

interface Candidate {
  line: number;
  user: LegacyUser;
}

/**
 * Imports users in batches of one statement each. Idempotent: repeating an import, even an aborted one, adds only
 * missing users.
 */
export class LegacyImport {
  private readonly seen = new Set<string>();
  private report: ImportReport = {
    read: 0,
    imported: 0,
    alreadyThere: 0,
    refused: 0,
    lostEmails: 0,
  };

  private readonly users: LegacyUsersRepository;

  constructor(
    db: Database,
    private readonly options: ImportOptions,
  ) {
    this.users = new LegacyUsersRepository(db);
  }

  async run(lines: AsyncIterable<ParsedLine>): Promise<ImportReport> {
    let batch: Candidate[] = [];
    for await (const line of lines) {
      this.report.read += 1;
      const candidate = this.check(line);
      if (candidate) batch.push(candidate);
      if (batch.length === BATCH) {
        await this.take(batch);
        batch = [];
      }
    }
    if (batch.length > 0) await this.take(batch);
    if (this.report.imported > 0 && !this.options.dryRun) await this.users.settle();
    return this.report;
  }

  private check({ line, record, problem }: ParsedLine): Candidate | undefined {
    if (problem !== undefined) return this.refuse(line, problem);
    const parsed = legacyUser.safeParse(record);
    if (!parsed.success) {
      return this.refuse(line, parsed.error.issues.map(({ message }) => message).join('; '));
    }
    const user = parsed.data;
    const twice = marksOf(user).find(([, mark]) => this.seen.has(mark));
    if (twice) return this.refuse(line, `this ${twice[0]} stands in the file twice`);
    for (const [, mark] of marksOf(user)) this.seen.add(mark);
    return { line, user };
  }

  private async take(batch: Candidate[]): Promise<void> {
    const users = batch.map(({ user }) => user);
    const known = index(await this.users.findKnown(users));
    const deleted = await this.users.findDeleted(users);
    const fresh: Candidate[] = [];
    for (const candidate of batch) {
      const { id } = candidate.user;
      const verdict =
        id !== undefined && deleted.has(id.toLowerCase())
          ? 'this account was deleted'
          : refusalOf(candidate.user, known);
      if (verdict === 'new') fresh.push(candidate);
      else if (verdict === 'already there') this.report.alreadyThere += 1;
      else this.refuse(candidate.line, verdict);
    }
    if (this.options.dryRun || fresh.length === 0) {
      this.report.imported += fresh.length;
      return;
    }
    const { names, lostEmails } = await this.users.insert(fresh.map(({ user }) => user));
    this.report.imported += names.size;
    this.report.lostEmails += lostEmails;
    for (const { line, user } of fresh) {
      if (!names.has(user.username)) this.refuse(line, 'was taken by another user meanwhile');
    }
  }

  private refuse(line: number, why: string): undefined {
    this.report.refused += 1;
    this.options.onRefused(line, why);
  }
}

/** Returns the values that must be unique in the file, each with the name of its field. */
function marksOf(user: LegacyUser): [string, string][] {
  const { id, username, email } = user;
  const marks: [string, string][] = [['username', `username:${username.toLowerCase()}`]];
  if (isVerified(user)) marks.push(['verified email', `email:${email?.toLowerCase()}`]);
  if (id !== undefined) marks.push(['id', `id:${id.toLowerCase()}`]);
  return marks;
}

type KnownUsers = Record<'ids' | 'usernames' | 'emails', Map<string, KnownUser>>;

function index(users: KnownUser[]): KnownUsers {
  const known: KnownUsers = { ids: new Map(), usernames: new Map(), emails: new Map() };
  for (const user of users) {
    known.ids.set(user.legacyId ?? user.id, user);
    known.usernames.set(user.username, user);
    if (user.email !== null) known.emails.set(user.email, user);
  }
  return known;
}

function refusalOf(user: LegacyUser, known: KnownUsers): string {
  const sameId =
    user.id === undefined
      ? undefined
      : known.ids.get(isAccountId(user.id) ? user.id.toLowerCase() : user.id);
  if (sameId) return sameId.imported ? 'already there' : 'this id is taken';
  const sameName = known.usernames.get(user.username.toLowerCase());
  // If the file has no ids, the username identifies a user who was imported before.
  if (sameName) {
    return sameName.imported && user.id === undefined ? 'already there' : 'this username is taken';
  }
  if (isVerified(user) && known.emails.has(user.email?.toLowerCase() ?? '')) {
    return 'another account has verified this email';
  }
  return 'new';
}
