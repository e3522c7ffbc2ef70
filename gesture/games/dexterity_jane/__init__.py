"""What hands mean in Dexterity Jane."""
