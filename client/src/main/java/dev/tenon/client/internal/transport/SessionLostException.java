package dev.tenon.client.internal.transport;

import dev.tenon.client.error.ConnectionFailedException;

/** Thrown when the server no longer knows the session: the request was not executed, and a new session is needed. */
public final class SessionLostException extends ConnectionFailedException {
    private static final long serialVersionUID = 1L;

    public SessionLostException() {
        super("The server has ended the session");
    }
}
