"""The pages of the nights: the list, the form that opens one, a closed one, a damaged one."""
