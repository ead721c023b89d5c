package dev.tenon.guard.command;

/** Thrown if a command was not approved; the message contains the command and says what to do. */
public final class CommandRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CommandRefusedException(String message) {
        super(message);
    }
}
