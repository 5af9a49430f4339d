"""Types of options and arguments, and the options that several commands share."""
