"""What facts and commands say in a sentence: on the tablet, in the register, in a dossier, on the command line."""
