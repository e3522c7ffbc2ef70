"""The screens of Dexterity Jane, one file each."""
