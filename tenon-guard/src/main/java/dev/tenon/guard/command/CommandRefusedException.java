package dev.tenon.guard.command;

/** A command was not approved, so nothing is started; the message shows it and says what to do. */
public final class CommandRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CommandRefusedException(String message) {
        super(message);
    }
}
