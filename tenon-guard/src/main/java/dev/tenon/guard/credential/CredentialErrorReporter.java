package dev.tenon.guard.credential;

import dev.tenon.oauth.client.AuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the operator is told when a server cannot be got into: which one, why, and what to do. Never a secret. */
record CredentialErrorReporter(String upstream) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    /** What the operator is told; it needs no more words. */
    static final class NoCredentialsException extends AuthorizationException {
        private static final long serialVersionUID = 1L;

        NoCredentialsException(String message) {
            super(message);
        }
    }

    /** There are no credentials; the message goes to the log, and to nobody else. */
    NoCredentialsException noCredentials(String why, String advice) {
        return new NoCredentialsException(
                "There are no credentials for upstream \"" + upstream + "\": " + why + ". " + advice);
    }

    /** A secret is not there. */
    NoCredentialsException missingSecret(ReloadingSecret secret) {
        return noCredentials("the secret is not there", secret.advice());
    }

    /** The server does not take what it was shown. */
    void logRejected(int status, String advice) {
        LOG.warn(
                "Upstream \"{}\" does not take the guard's credentials (HTTP status {}). {}", upstream, status, advice);
    }
}
