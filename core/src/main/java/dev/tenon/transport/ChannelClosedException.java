package dev.tenon.transport;

/** Thrown if a message was not sent because the channel is closed. */
public final class ChannelClosedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception without a stack trace, as a lost connection may fail thousands of senders at once. */
    public ChannelClosedException(String message) {
        super(message, null, false, false);
    }
}
