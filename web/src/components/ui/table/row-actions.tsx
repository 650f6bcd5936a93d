import { Pencil, Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button.js';

/** Edit and Delete of a table's row. */
export function RowActions({
  edit,
  editOf,
  deleteOf,
  deleting,
  onEdit,
  onDelete,
}: {
  /** The word on the button; its icon alone where there is no room for one. */
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
