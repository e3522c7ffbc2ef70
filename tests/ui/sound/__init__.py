"""Tests of the sounds and the voice."""
