package dev.tenon.transport;

/** A message was not sent because the channel is closed. A local failure that never goes over the wire. */
public final class ChannelClosedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Without a stack trace: a lost connection may fail thousands of senders at once. */
    public ChannelClosedException(String message) {
        super(message, null, false, false);
    }
}
