import { defineMessages } from '@/messages/i18n.js';

/** Batches of machines in Install Windows. */
export const batchesMessages = defineMessages('batches', {
  title: 'Many machines at once',
  lead: 'Up to 200 machines per batch. We check them all first, for free, and show you which ones pass and what it costs before anything is erased.',
  loading: 'Loading your batches',
  loadFailed: 'Failed to load your batches',
  loadOneFailed: 'Failed to load this batch',
  empty: 'No batches yet',
  emptyHelp: 'Paste a list of machines or choose a CSV file.',
  create: 'New batch',
  all: 'All batches',
  batchOf: (when: string) => `Batch of ${when}`,
  open: 'Open',
  openOf: (when: string) => `Open the batch of ${when}`,
  created: 'Created',
  machines: 'Machines',
  status: 'Status',
  result: 'Result',
  resultOf: (completed: number, size: number) => `${completed} of ${size} completed`,
  states: {
    checking: 'Checking',
    ready: 'Ready to start',
    running: 'Running',
    paused: 'Paused',
    cancelled: 'Cancelled',
    ended: 'Ended',
  },
  rowStates: {
    refused: 'Rejected',
    checking: 'Checking',
    unfit: 'Not compatible',
    ready: 'Ready',
    starting: 'Starting',
    installing: 'Installing',
    review: 'Manual review',
    completed: 'Completed',
    failed: 'Failed',
    no_quota: 'No quota left',
    expired: 'Passwords deleted',
    cancelled: 'Cancelled',
  },
  form: {
    list: 'Machines',
    listHelp:
      'One per line: IP address, VPS password, RDP password, version, SSH port, user. Only the first two are required. To use another column order, add a header row: ip, passwd_vps, passwd_rdp, win_ver, ssh_port, ssh_user.',
    file: 'Choose a CSV file',
    fileFailed: 'The file couldn’t be read',
    defaults: 'Defaults for rows without a value',
    version: 'Windows version',
    noVersion: 'Set per row',
    rdp: 'RDP password',
    key: 'SSH private key for all machines',
    keyTitle: 'Advanced: one SSH key for all machines',
    keyHelp: 'With a key, you can leave the VPS passwords empty.',
    passphrase: 'Key passphrase',
    kept: 'Passwords are encrypted and deleted once the install starts, or after 24 hours. The password of a second account, a licence key and a script stay as long for machines that can be retried. This page doesn’t save them: leaving it clears the list.',
    preview: 'Preview',
    nothing: 'Enter at least one machine',
    tooMany: (n: number) => `The list has ${n} machines. A batch can have up to 200.`,
    previewTitle: 'Preview',
    row: 'Row',
    problem: 'Problem',
    fine: 'No problems found',
    problems: (n: number) =>
      n === 1
        ? '1 machine has a problem and will be left out. Correct the list to include it.'
        : `${n} machines have problems and will be left out. Correct the list to include them.`,
    send: (n: number) => (n === 1 ? 'Check 1 machine' : `Check ${n} machines`),
    sent: 'Checking the machines',
    sendFailed: 'Failed to send the list',
  },
  cost: 'Cost',
  summary: {
    checking: (done: number, size: number) =>
      `${done} of ${size} machines checked. Nothing has been started and no quota has been used.`,
    ready: (n: number) =>
      n === 1
        ? '1 machine is ready to start for 1 quota. Nothing has been erased.'
        : `${n} machines are ready to start for ${n} quota. Nothing has been erased.`,
    running: (limit: number) => `Installing up to ${limit} machines at a time.`,
    paused: 'No new installs will start. Installs in progress continue.',
    pausedBySuspension:
      'Your account was suspended, so this batch was paused. Resume it to start the remaining machines.',
    cancelled:
      'No new installs will start. Installs in progress continue; you can cancel each one from its row.',
    ended: 'All machines are done.',
  },
  acts: { pause: 'Pause', resume: 'Resume', cancel: 'Cancel batch', retry: 'Check again' },
  actDone: {
    pause: 'Batch paused',
    resume: 'Batch resumed',
    cancel: 'Batch cancelled',
    retry: 'Checking the machines again',
  },
  actFailed: 'No changes were made',
  cancelTitle: 'Cancel this batch?',
  cancelQuestion:
    'Machines that haven’t started won’t be installed, and their passwords will be deleted. Installs in progress continue. This cannot be undone.',
  retry: (n: number) => (n === 1 ? 'Retry 1 machine' : `Retry ${n} machines`),
  retryTitle: (n: number) => (n === 1 ? 'Retry 1 machine?' : `Retry ${n} machines?`),
  retryQuestion:
    'Machines that didn’t get Windows and whose passwords are still stored will be checked again. Nothing is erased until you start the batch.',
  retryStartedQuestion:
    'Machines that didn’t get Windows and whose passwords are still stored will be checked again. Because this batch was already started, each machine that passes will be erased and Windows installed on it for 1 quota.',
  csv: 'Download CSV',
  csvFile: (day: string) => `batch-${day}.csv`,
  csvFailed: 'Failed to download the results',
  grid: 'Machines by state',
  cell: (row: number, ip: string, state: string) => `Row ${row}, ${ip}: ${state}`,
  filter: 'Show',
  everything: 'All',
  problemsOnly: 'With problems',
  table: 'Rows',
  nothingFound: 'No machines in this state',
  nothingFoundHelp: 'Choose another filter.',
  why: 'What happened',
  began: 'Started',
  ended: 'Ended',
  details: 'Details',
  detailsOf: (ip: string) => `Details: ${ip}`,
  phase: 'Phase',
  quota: 'Quota',
  quotas: { none: 'not used', held: 'reserved', spent: 'used', returned: 'returned' },
  passwords: 'Passwords',
  passwordsUntil: (when: string) => `stored until ${when}`,
  passwordsErased: 'not stored',
  row: {
    retry: 'Retry',
    retryStored: 'Leave the passwords empty to use the stored ones.',
    retryWithout: (settings: string) =>
      `No longer stored, so this machine won’t get them: ${settings}. The other Windows settings apply as before. To use all of them, send the machine in a new batch.`,
    options: {
      account_password: 'second account',
      product_key: 'licence key',
      script: 'first-start script',
    },
    retryStarts:
      'This batch was already started: if the machine passes the check, it will be erased and Windows installed on it.',
    vps: 'VPS password',
    rdp: 'RDP password',
    retried: 'Checking the machine again',
    retryFailed: 'Failed to retry the row',
    cancel: 'Cancel this machine',
    cancelled: 'Cancelled',
    cancelFailed: 'Failed to cancel the machine',
  },
  start: {
    open: (n: number) => (n === 1 ? 'Start 1 machine' : `Start ${n} machines`),
    title: (n: number) => (n === 1 ? 'Erase 1 machine?' : `Erase ${n} machines?`),
    lead: 'Windows will replace everything on these machines. Make sure they’re the right ones.',
    machines: 'Will be erased',
    others: 'Left untouched',
    cost: 'Cost',
    costValue: (n: number, quota: number) => `${n} quota; you have ${quota}`,
    short: (quota: number) =>
      `Your quota is enough for ${quota}. The rest stop with “No quota left” and can be retried after a top-up.`,
    limit: 'Concurrent installs',
    limitHelp: 'From 1 to 50.',
    limitWrong: 'Enter a whole number from 1 to 50',
    typed: 'Number of machines',
    typedHelp: (n: number) => `To confirm, type ${n}`,
    typedWrong: (n: number) =>
      `That doesn’t match the number of machines that will be erased (${n}).`,
    submit: (n: number) => `Erase and install, use ${n} quota`,
    started: 'Batch started',
    failed: 'Failed to start the batch',
  },
  failures: {
    BATCH_NO_QUOTA: {
      message: 'Your quota ran out before this machine’s turn. Nothing was changed on it.',
      cure: 'Top up your quota, then retry this row.',
    },
    BATCH_CREDENTIALS_ERASED: {
      message:
        'This machine waited for 24 hours, so its passwords were deleted. Nothing was changed on it and no quota was used.',
      cure: 'Enter its passwords and retry this row.',
    },
    BATCH_ROW_CANCELLED: {
      message: 'Cancelled before it started. Nothing was changed on the VPS and no quota was used.',
      cure: 'If you still want to install it, enter its passwords and retry this row.',
    },
    BATCH_INSTALL_DELETED: {
      message: 'An administrator deleted this install’s record.',
      cure: 'Contact support if you don’t know why.',
    },
    BATCH_FAULT: {
      message:
        'An unexpected error occurred on our side. Nothing was started and no quota was used.',
      cure: 'Retry this row; if it happens again, contact support.',
    },
  },
  /** Remedies for failures that have no remedy of their own. */
  cures: {
    refused:
      'Correct this machine and send it in a new batch. Nothing was started and no quota was used.',
    waits: 'This row is waiting and will be retried automatically.',
    retry: 'Fix the cause, then retry this row.',
  },
});
