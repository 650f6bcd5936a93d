import { Pencil, Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button.js';

export function RowActions({
  edit,
  editOf,
  deleteOf,
  deleting,
  onEdit,
  onDelete,
}: {
  /** Button text; omitted to show only the icon if there is no room. */
  edit?: string;
  editOf: string;
  deleteOf: string;
  deleting: boolean;
  onEdit: () => void;
  onDelete: () => void;
}) {
  return (
    <>
      <Button size="sm" icon={!edit} aria-label={editOf} title={editOf} onClick={onEdit}>
        <Pencil className="ic ic-sm" />
        {edit}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        icon
        aria-label={deleteOf}
        title={deleteOf}
        disabled={deleting}
        onClick={onDelete}
      >
        <Trash2 className="ic ic-sm" />
      </Button>
    </>
  );
}
