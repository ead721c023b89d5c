package dev.tenon.guard.command;

/** Asks a person whether a command may run that nobody has approved yet. */
@FunctionalInterface
public interface Consent {
    /** Nobody is there to ask. */
    Consent NOBODY = command -> Answer.NOBODY;

    /** Whether it may run; yes is remembered. */
    Answer ask(CommandLine command);

    /** What came of it. */
    enum Answer {
        /** It may run, now and from now on. */
        YES,
        /** It may not. */
        NO,
        /** There is nobody to ask. */
        NOBODY
    }
}
