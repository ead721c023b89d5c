package dev.tenon.client.internal.transport;

import dev.tenon.client.error.ConnectionFailedException;

/** The server no longer knows the session: the request was not carried out, and a new session has to be opened. */
public final class SessionLostException extends ConnectionFailedException {
    private static final long serialVersionUID = 1L;

    public SessionLostException() {
        super("The server has ended the session");
    }
}
