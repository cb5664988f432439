"""What widgets are made of: functions from values to HTML (htpy), and small pieces of state."""
