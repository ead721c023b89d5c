package dev.tenon.guard.credential;

import dev.tenon.oauth.client.AuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports to the operator why an upstream cannot be accessed, and what to do. Never contains a secret. */
record CredentialErrorReporter(String upstream) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    /** An error whose message is complete and needs no further wrapping. */
    static final class NoCredentialsException extends AuthorizationException {
        private static final long serialVersionUID = 1L;

        NoCredentialsException(String message) {
            super(message);
        }
    }

    /** Creates an error with a message for the operator. Does not log it. The message is not sent to clients. */
    NoCredentialsException createNoCredentialsException(String why, String advice) {
        return new NoCredentialsException("No credentials for upstream \"" + upstream + "\": " + why + ". " + advice);
    }

    /** Logs that the server rejected the credentials. */
    void logRejected(int status, String advice) {
        LOG.warn("Upstream \"{}\" rejected the guard's credentials: status={}. {}", upstream, status, advice);
    }
}
