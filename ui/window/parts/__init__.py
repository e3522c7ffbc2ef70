"""What several screens draw, each part knowing its size at every scale."""
