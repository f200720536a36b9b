"""The error of a wrong setting."""


class SettingsError(ValueError):
    """An unknown setting or a bad value; the message names the setting and its source."""
