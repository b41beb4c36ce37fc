"""Five in One: five games a round, dealt by one dealer; what each brings is paid at once (rulebook G5)."""
