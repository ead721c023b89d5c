package dev.tenon.oauth.server.internal;

/** A proof that proves nothing (RFC 9449, section 4.3); the message is for the log. */
public final class InvalidDpopProofException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String error;

    private InvalidDpopProofException(String error, String reason) {
        super(reason, null, false, false);
        this.error = error;
    }

    static InvalidDpopProofException invalidProof(String reason) {
        return new InvalidDpopProofException("invalid_dpop_proof", reason);
    }

    /** The proof lacks a nonce of this server, or has an old one: with the one that goes with the answer it will do. */
    static InvalidDpopProofException nonceRequired(String reason) {
        return new InvalidDpopProofException("use_dpop_nonce", reason);
    }

    /** The error of RFC 9449. */
    public String error() {
        return error;
    }
}
