"""What the host's commands do: undo, backup, export, import, repair, doctor."""
