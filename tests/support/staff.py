"""Who is on the staff in the tests of the web, and how they sign in."""

STAFF_NAME = "M. Earp"
PIN = "1871"
