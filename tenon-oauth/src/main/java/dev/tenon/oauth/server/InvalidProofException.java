package dev.tenon.oauth.server;

/** A proof that proves nothing (RFC 9449, section 4.3); the message is for the log. */
final class InvalidProofException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String error;

    private InvalidProofException(String error, String reason) {
        super(reason, null, false, false);
        this.error = error;
    }

    static InvalidProofException because(String reason) {
        return new InvalidProofException("invalid_dpop_proof", reason);
    }

    /** The proof lacks a nonce of this server, or has an old one: with the one that goes with the answer it will do. */
    static InvalidProofException nonce(String reason) {
        return new InvalidProofException("use_dpop_nonce", reason);
    }

    /** The error of RFC 9449. */
    String error() {
        return error;
    }
}
