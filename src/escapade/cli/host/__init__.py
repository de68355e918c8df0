"""The host's commands: a module for each; `commands` has their options."""
