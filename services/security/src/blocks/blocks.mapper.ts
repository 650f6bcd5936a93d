import type { BlockedIp, BlockStatus } from '@casement/proto/http/security/blocks.js';
import { isActive } from './blocked-ip.entity.js';
import type { Block } from './blocks.service.js';

export function toBlockedIp(block: Block, now = new Date()): BlockedIp {
  const blockedAt = block.blockedAt.toISOString();
  const expiresAt = block.expiresAt?.toISOString() ?? null;
  return {
    id: block.id,
    ip: block.ip,
    ip_address: block.ip,
    ipAddress: block.ip,
    block_type: block.blockType,
    blockType: block.blockType,
    reason: block.reason,
    rule: block.rule,
    blocked_at: blockedAt,
    blockedAt,
    expires_at: expiresAt,
    expiresAt,
    expiresIn: secondsLeft(block, now),
    attempts: block.attempts,
    status: statusOf(block, now),
  };
}

function statusOf(block: Block, now: Date): BlockStatus {
  if (!isActive(block, now)) return 'expired';
  return block.inForceAt === null ? 'pending' : 'active';
}

function secondsLeft(block: Block, now: Date): number | null {
  if (!isActive(block, now)) return 0;
  if (block.expiresAt === null) return null;
  return Math.ceil((block.expiresAt.getTime() - now.getTime()) / 1_000);
}
